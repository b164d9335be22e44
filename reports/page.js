"use strict";
// What the head of a column means, under the pointer, the finger or the keyboard.
const tip = document.createElement("div");
tip.id = "tip";
tip.className = "card";
tip.hidden = true;
tip.setAttribute("role", "tooltip");
document.body.append(tip);
let told = null;
const hush = () => {
  told?.removeAttribute("aria-describedby");
  told = null;
  tip.hidden = true;
};
const tell = (button, meaning) => {
  if (told !== button) hush();
  told = button;
  tip.textContent = meaning;
  tip.hidden = false;
  button.setAttribute("aria-describedby", "tip");
  const at = button.getBoundingClientRect(), page = document.documentElement;
  tip.style.left = `${Math.max(8, Math.min(at.left, page.clientWidth - tip.offsetWidth - 8))}px`;
  tip.style.top = `${at.bottom + tip.offsetHeight > page.clientHeight ? at.top - tip.offsetHeight : at.bottom}px`;
};
tip.addEventListener("pointerleave", hush);
document.addEventListener("scroll", () => { if (told?.matches(":focus-visible")) tell(told, tip.textContent); else hush(); }, { capture: true, passive: true });
document.addEventListener("keydown", (event) => { if (event.key === "Escape") hush(); });
document.addEventListener("click", (event) => { if (!told?.contains(event.target)) hush(); });

for (const box of document.querySelectorAll("[data-table]")) {
  const body = box.querySelector("tbody"), heads = [...box.querySelectorAll("thead th")], rows = [...body.rows];
  const key = (row, column) => {
    const cell = row.cells[column], text = cell.dataset.sort ?? cell.textContent;
    return text.trim() === "" || Number.isNaN(Number(text)) ? text : Number(text);
  };
  const compare = (one, other) => typeof one === "number" && typeof other === "number"
    ? one - other : typeof one === "number" ? -1 : typeof other === "number" ? 1 : one.localeCompare(other);
  const sort = (head, column) => {
    const falls = head.getAttribute("aria-sort") === "ascending"
      || (head.getAttribute("aria-sort") === null && head.classList.contains("n"));
    heads.forEach((each) => each.removeAttribute("aria-sort"));
    head.setAttribute("aria-sort", falls ? "descending" : "ascending");
    const sorted = rows.map((row) => [key(row, column), row]).sort((one, other) => compare(one[0], other[0]));
    body.append(...(falls ? sorted.reverse() : sorted).map((pair) => pair[1]));
  };
  heads.forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = head.textContent;
    const meaning = head.title;
    head.removeAttribute("title");
    button.addEventListener("click", () => { sort(head, column); tell(button, meaning); });
    button.addEventListener("focus", () => { if (button.matches(":focus-visible")) tell(button, meaning); });
    button.addEventListener("blur", hush);
    button.addEventListener("pointerenter", (event) => { if (event.pointerType !== "touch") tell(button, meaning); });
    button.addEventListener("pointerleave", (event) => { if (event.pointerType !== "touch" && event.relatedTarget !== tip) hush(); });
    head.replaceChildren(button);
  });
  if (rows.length > 24) {
    const find = document.createElement("input");
    find.type = "search";
    find.className = "find";
    find.placeholder = "Filter rows";
    find.setAttribute("aria-label", "Filter rows");
    const names = new Map(rows.map((row) => [row, [...row.querySelectorAll("td:not(.n)")].map((cell) => cell.textContent).join(" ").toLowerCase()]));
    find.addEventListener("input", () => {
      const words = find.value.toLowerCase().split(/\s+/);
      for (const row of rows) row.hidden = !words.every((word) => names.get(row).includes(word));
    });
    box.querySelector(".caption").after(find);
  }
}

// How to replay a game. A page that is still in its run's folder knows that folder; else it is where runs go by default.
const FOLDER = (() => {
  const found = location.protocol === "file:" && decodeURIComponent(location.pathname).match(/^(?:\/(?=[A-Za-z]:))?(.+)\/report\/[^/]*$/);
  const folder = found ? found[1] : `runs/${document.body.dataset.run}`;
  return /^[\w.\/:@%+-]+$/.test(folder) ? folder : `'${folder.replaceAll("'", "'\\''")}'`;
})();
const command = (game) => `tourney replay ${FOLDER} ${game}`;
for (const code of document.querySelectorAll("[data-game]")) code.textContent = command(code.dataset.game);
for (const code of document.querySelectorAll("[data-run]:not(body)")) code.textContent = FOLDER;

// Maps of scores: what the lines of the <template> say of the cell under the pointer, the finger or the arrow keys.
const SVG = "http://www.w3.org/2000/svg";
for (const figure of document.querySelectorAll("figure[data-box]")) {
  const [rows, columns, ...lines] = figure.querySelector("template").content.textContent.split("\n").map((line) => line.split("\t"));
  const cells = new Map(lines.map(([row, column, ...fields]) => [`${row} ${column}`, fields]));
  const svg = figure.querySelector("svg"), picture = svg.viewBox.baseVal;
  const [left, top, width, height] = figure.dataset.box.split(" ").map(Number);
  const wide = width / columns.length, high = height / rows.length;
  const mark = document.createElementNS(SVG, "rect"), card = document.createElement("div");
  let at = [0, 0], pinned = false;

  mark.setAttribute("class", "mark");
  mark.setAttribute("tabindex", "0");
  mark.setAttribute("role", "button");
  mark.setAttribute("aria-label", "Cells of the map: walk with the arrow keys");
  mark.setAttribute("width", wide * picture.width);
  mark.setAttribute("height", high * picture.height);
  card.className = "card";
  card.hidden = true;
  card.setAttribute("role", "status");
  svg.removeAttribute("role");
  svg.append(mark);
  figure.append(card);

  const line = (...parts) => {
    const text = document.createElement("p");
    text.append(...parts);
    return text;
  };
  const replay = (what, cell, game, margin) => {
    const code = document.createElement("code");
    code.textContent = command(`${cell}:${game}`);
    return line(`${what} (margin ${margin}): `, code);
  };
  const place = () => {
    mark.setAttribute("x", (left + at[1] * wide) * picture.width);
    mark.setAttribute("y", (top + at[0] * high) * picture.height);
    const cell = mark.getBoundingClientRect(), frame = figure.getBoundingClientRect();
    const most = Math.min(frame.right, document.documentElement.clientWidth) - frame.left - card.offsetWidth;
    card.style.left = `${Math.max(0, Math.min(cell.left - frame.left, most))}px`;
    card.style.top = `${cell.bottom - frame.top + 8}px`;
  };
  const show = ([row, column], focused) => {
    const fields = cells.get(`${row} ${column}`);
    at = [row, column];
    mark.classList.toggle("on", true);
    card.hidden = false;
    const name = document.createElement("strong");
    name.textContent = `${rows[row]} against ${columns[column]}`;
    if (figure.id === "figure-deck_by_strategy") name.textContent = `${rows[row]}, both sides playing ${columns[column]}`;
    if (fields === undefined) card.replaceChildren(line(name), line("nothing to tell"));
    else {
      const [score, limits, kind, verdict, band, rests, factor, cell, lopsided, wide, closest, close] = fields;
      const value = score === "–" ? "–" : `${score}\u00a0%`;
      card.replaceChildren(
        line(name, `: ${value}${verdict ? `, ${verdict}` : ""}`),
        line(limits ? `95 % interval ${limits} (${kind})` : `no interval (${kind})`),
        ...(band ? [line(`all match-ups at once ${band}: what the verdict rests on`)] : []),
        line(`${rests}${factor ? `; variance factor ${factor} (descriptive)` : ""}`),
        ...(lopsided && lopsided === closest ? [replay("All games are as close as this", cell, lopsided, wide)] : lopsided ? [replay("Most lopsided game", cell, lopsided, wide), replay("Closest game", cell, closest, close)] : []),
      );
    }
    if (focused) mark.setAttribute("aria-label", card.innerText);
    place();
  };
  const hide = () => {
    pinned = false;
    card.hidden = true;
    mark.classList.toggle("on", false);
  };
  const under = (event) => {
    const box = svg.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width - left) / wide, y = ((event.clientY - box.top) / box.height - top) / high;
    const inside = x >= 0 && y >= 0 && x < columns.length && y < rows.length;
    return inside ? [Math.floor(y), Math.floor(x)] : null;
  };
  svg.addEventListener("pointermove", (event) => {
    if (pinned || event.pointerType === "touch") return;
    const cell = under(event);
    if (cell) show(cell); else hide();
  });
  figure.addEventListener("pointerleave", () => { if (!pinned) hide(); });
  svg.addEventListener("click", (event) => {
    const cell = under(event);
    if (!cell || (pinned && cell[0] === at[0] && cell[1] === at[1])) return hide();
    show(cell);
    pinned = true;
  });
  document.addEventListener("click", (event) => { if (!figure.contains(event.target)) hide(); });
  document.addEventListener("keydown", (event) => { if (event.key === "Escape") hide(); });
  mark.addEventListener("focus", () => { if (mark.matches(":focus-visible")) show(at, true); });
  mark.addEventListener("blur", () => { if (!pinned) hide(); });
  mark.addEventListener("keydown", (event) => {
    const step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
    if (!step) return;
    event.preventDefault();
    show([Math.min(Math.max(at[0] + step[0], 0), rows.length - 1), Math.min(Math.max(at[1] + step[1], 0), columns.length - 1)], true);
  });
}
