"""Configs: every mistake has its message, in one shape; what is right means the same however it is written."""

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import tomli_w
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from jobs.config import Config, Experiment, Table, load
from sim.errors import InputError
from tests.jobs.mistakes import ACT, CARDS, CONFIGS, DECK, DECKS, FIELD, HEAD, KEYS, KUHN, STRATEGIES, decks, strategies

Loader = Callable[..., Experiment]


@pytest.fixture
def loaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Loader:
    """Return what loads a config text as my.toml, with files beside it; called from its own folder."""
    monkeypatch.chdir(tmp_path)

    def run(text: str | bytes, files: dict[str, str | bytes] | None = None, **overrides: Any) -> Experiment:
        for name, content in {**(files or {}), "my.toml": text}.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return load(Path("my.toml"), overrides)

    return run


def said(loader: Loader, *given: Any, **overrides: Any) -> str:
    with pytest.raises(InputError) as caught:
        loader(*given, **overrides)
    return str(caught.value)


@pytest.mark.parametrize(("text", "message"), KEYS.values(), ids=KEYS)
def test_every_mistake_names_file_key_value_and_what_would_be_right(loaded: Loader, text: Any, message: str) -> None:
    """The message begins as written here, or holds it, and is short."""
    answer = said(loaded, text)
    assert answer.startswith(message) or (message.startswith("(") and answer.endswith(message))
    assert "; right would be " in answer
    assert len(answer) < 400
    assert "\n" not in answer


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("", "is empty"),
        ("  ", "is empty"),
        ("..", "leaves the folder of runs"),
        (".", "leaves the folder of runs"),
        ("../up", "leaves the folder of runs"),
        ("/etc", "leaves the folder of runs"),
        ("a\\b", "leaves the folder of runs"),
        ("a\tb", "holds characters that cannot be shown"),
        ("a\0b", "holds characters that cannot be shown"),
        ("a\u202eb", "holds characters that cannot be shown"),
        ("a ", "begins or ends with a space"),
        ("n" * 101, "has 101 characters"),
        ("😀" * 90, "has 90 characters"),
    ],
)
def test_a_name_is_one_folder(loaded: Loader, name: str, problem: str) -> None:
    """What leaves the folder of runs, cannot be shown or is no name of a folder is refused, and shown as an escape."""
    answer = said(loaded, tomli_w.dumps({"name": name}) + HEAD.split("\n", 1)[1] + FIELD)
    assert re.fullmatch(rf"my\.toml: name = .+: {problem}; right would be 1 to 100 characters .*", answer)
    assert answer.isprintable()


@pytest.mark.parametrize(("entries", "files", "message"), DECKS.values(), ids=DECKS)
def test_every_mistake_in_decks(loaded: Loader, entries: str, files: dict[str, str | bytes], message: str) -> None:
    """The message begins with the file and the entry, whatever the fault lies in."""
    answer = said(loaded, decks(entries), files)
    assert answer.startswith("my.toml: entrants[0].decks")
    assert message in answer
    assert answer.isprintable()


@pytest.mark.parametrize(("value", "files", "message"), CARDS.values(), ids=CARDS)
def test_every_mistake_with_a_card_file(
    loaded: Loader, value: str, files: dict[str, str | bytes], message: str
) -> None:
    """The message begins with the file and the key, whatever the fault lies in, and says what would be right."""
    field = 'name = "t"\nruleset = "capsule"\n[[entrants]]\ndecks = ["*"]\nstrategies = ["random"]\n'
    answer = said(loaded, f"cards = {value}\n" + field, files)
    assert answer.startswith(message)
    assert "right would be" in answer
    assert answer.isprintable()


@pytest.mark.parametrize(("entries", "source", "message"), STRATEGIES.values(), ids=STRATEGIES)
def test_every_mistake_in_strategies(loaded: Loader, entries: str, source: str, message: str) -> None:
    """The message begins with the file and the entry, whatever the fault lies in; a user's code has its line named."""
    answer = said(loaded, strategies(entries), {"s.py": source} if source else {})
    assert answer.startswith("my.toml: entrants[0].strategies")
    assert message in answer
    assert "; right would be " in answer
    assert answer.isprintable()


def test_a_config_that_cannot_be_read(tmp_path: Path) -> None:
    """Missing, a folder, a path too long: the file is named with what lies beside it."""
    (tmp_path / "quick.toml").write_text(HEAD + FIELD)
    (tmp_path / "quirk.toml").write_text(DECK)
    (tmp_path / "quik_.toml").write_text("")
    with pytest.raises(InputError, match=r'quik\.toml: no such file; right would be "quick.toml"'):
        load(tmp_path / "quik.toml")
    with pytest.raises(InputError, match=r"is a folder; right would be a file"):
        load(tmp_path)
    with pytest.raises(InputError, match=r"cannot be read \(File name too long\); right would be"):
        load(tmp_path / ("x" * 300))


def test_overrides_are_checked_like_the_file(loaded: Loader) -> None:
    """What the command line gives replaces the key; None is not given."""
    assert loaded(HEAD + FIELD, blocks=9).config.blocks == 9
    assert loaded(HEAD + FIELD, blocks=None).config.blocks == 2
    assert said(loaded, HEAD + FIELD, blocks=0).startswith("my.toml: blocks = 0: out of range; right would be")


values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=9)
    | st.sampled_from(["*", "random", "x.py", "x.toml", "a.b:c"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["use", "name", "base", "sample", "seed", "samples", "random", "zz"]), inner)
    ),
    max_leaves=6,
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=300)
@given(
    key=st.sampled_from([*Config.model_fields, "zz"]), value=values, inner=st.sampled_from(["", "decks", "strategies"])
)
def test_whatever_stands_in_a_config_is_answered_in_words(tmp_path: Path, key: str, value: Any, inner: str) -> None:
    """No value at any key ends in anything but an experiment or an InputError."""
    table: dict[str, Any] = {"decks": ["Marrow"], "strategies": ["random"]}
    data = {"name": "t", "ruleset": "massiveverse", "entrants": [table]}
    if inner:
        table[inner] = [value]
    else:
        data[key] = value
    (tmp_path / "my.toml").write_text(HEAD + FIELD)
    try:
        load(tmp_path / "my.toml", data)
        answer = ""
    except InputError as fault:
        answer = str(fault)
    assert answer.isprintable()
    assert not answer or (answer.startswith(f"{tmp_path / 'my.toml'}: ") and "; right would be " in answer)


def test_defaults_follow_the_ruleset(loaded: Loader) -> None:
    """Equal seats are paired by seat, others in whole blocks; what is given stands."""
    assert loaded(HEAD + FIELD).config.luck == "seat"
    assert loaded(KUHN + 'strategies = ["random"]').config.luck == "block"
    assert loaded('luck = "block"\n' + HEAD + FIELD).config.luck == "block"
    config = loaded(HEAD + FIELD).config
    assert (config.seed, config.first, config.pairing, config.keep) == (0, "given", "round-robin", "all")


def test_names_globs_files_and_samples(loaded: Loader) -> None:
    """Decks come by name, glob, path, glob of paths and sample, each once and in the order of names."""
    text = decks('["Marrow", "G*", "d/*.toml"]')
    assert [d.name for d in loaded(text, {"d/own.toml": DECK}).decks] == ["Gemini", "Glasswing", "Marrow"]
    assert len(loaded(decks('["*"]')).decks) == 8
    one, two = (loaded(decks(f"[{{ sample = 4, seed = {seed} }}]")).decks for seed in (1, 2))
    assert len(one) == 4
    assert one != two
    assert one == loaded(decks("[{ sample = 4, seed = 1 }]")).decks


def test_entrants_stand_in_canonical_order(loaded: Loader) -> None:
    """By strategy, then deck, whatever the order in the config; each knows its table."""
    tables = '[[entrants]]\ndecks = ["Marrow"]\nstrategies = ["s.py", "random"]\n'
    tables += '[[entrants]]\ndecks = ["Ironclad", "Cataclysm"]\nstrategies = ["random"]\n'
    found = loaded('pairing = "gauntlet"\n' + HEAD + tables, {"s.py": ACT})
    expected = ["random / Cataclysm", "random / Ironclad", "random / Marrow", "s / Marrow"]
    assert [entrant.name for entrant in found.entrants] == expected
    assert [entrant.table for entrant in found.entrants] == [1, 1, 0, 0]
    assert found.challengers == (2, 3)


RICH = """
[[entrants]]
decks = ["C*", "own.toml", { sample = 2, seed = 6 }]
strategies = ["random", { use = "s.py", name = "bold", bold = 7, cards = [3] }, "s.py:act", "math_like:act",
  { use = "lookahead", evaluation = "s.py:worth", base = { use = "s.py", bold = 2 } }, "rollout"]
"""
WORTH = ACT + "\ndef worth(view):\n    return view.energy\n"


@pytest.fixture
def rich(loaded: Loader, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Experiment]:
    """Return what loads a config with every kind of entry."""
    monkeypatch.syspath_prepend(tmp_path / "lib")
    files = {"own.toml": DECK, "s.py": WORTH, "lib/math_like.py": ACT}
    return lambda text=HEAD + RICH, **more: loaded(text, {**files, **more})


def test_the_normalised_text_gives_the_same_experiment(rich: Callable[..., Experiment], tmp_path: Path) -> None:
    """From another folder, and again from its own text, down to every entrant."""
    first = rich()
    (tmp_path / "run").mkdir()
    (tmp_path / "run/config.toml").write_text(first.text)
    again = load(tmp_path / "run/config.toml")
    assert again == first
    assert "sample" not in first.text
    names = ["bold", "lookahead(base=s(bold=2),evaluation=s:worth)", "math_like:act", "random", "rollout", "s"]
    assert sorted({entrant.spec.name for entrant in first.entrants}) == names


def test_the_hash_is_of_what_is_played(rich: Callable[..., Experiment], tmp_path: Path) -> None:
    """Comments, order and spelling leave it alone; any change to a value, a deck or a source changes it."""
    first = rich().hash
    mixed = "# a comment\nblocks = 2\nseed = 0\n" + HEAD.replace("blocks = 2\n", "") + RICH
    swapped = mixed.replace("bold = 7, cards = [3]", "cards = [3], bold = 7").replace('"C*"', '"Cataclysm"')
    assert rich(swapped).hash == first
    assert rich(**{"own.toml": "# comment\n" + DECK}).hash == first
    changed = [
        rich(HEAD.replace("2", "3") + RICH),
        rich("seed = 1\n" + HEAD + RICH),
        rich(HEAD + RICH.replace("bold = 7", "bold = 8")),
        rich(HEAD + RICH.replace("bold = 2", "bold = 3")),
        rich(**{"own.toml": DECK.replace("damage = 3", "damage = 2")}),
        rich(**{"s.py": WORTH + "# other\n"}),
    ]
    assert len({first, *(found.hash for found in changed)}) == len(changed) + 1


@pytest.mark.parametrize("path", sorted(CONFIGS.glob("*.toml")), ids=lambda path: path.stem)
def test_every_shipped_config_loads(path: Path, tmp_path: Path) -> None:
    """It says first what question it answers, bears the name of its file, and its text gives it again."""
    first = path.read_text().splitlines()[0]
    assert re.fullmatch(r"# .*\?.*", first)
    found = load(path)
    assert found.config.name == path.stem
    (tmp_path / "again.toml").write_text(found.text)
    assert load(tmp_path / "again.toml") == found


def games(path: Path) -> int:
    found = load(path)
    cells = len(found.entrants) * (len(found.entrants) + 1) // 2
    assert found.config.luck == "seat"
    return cells * found.config.blocks * 2


def test_the_demo_plays_two_million_games_and_the_speed_test_ten() -> None:
    """As the issue asks."""
    assert 2_000_000 <= games(CONFIGS / "quickstart.toml") < 2_500_000
    assert 10_000_000 <= games(CONFIGS / "speed.toml") < 10_500_000


def keys(heading: str) -> list[str]:
    section = (CONFIGS / "README.md").read_text().split(f"## {heading}\n")[1].split("\n## ")[0]
    return re.findall(r"^\| `(\w+)` \|", section, flags=re.MULTILINE)


def test_the_page_names_every_key_and_nothing_else() -> None:
    """configs/README.md lists the keys of the models, in their order, and every shipped config."""
    assert keys("Keys") == list(Config.model_fields)
    assert keys("Entrants") == list(Table.model_fields)
    page = (CONFIGS / "README.md").read_text()
    listed = set(re.findall(r"^\| `([\w-]+\.toml)` \|", page, flags=re.MULTILINE))
    assert listed == {path.name for path in CONFIGS.glob("*.toml")}
    for name, field in Config.model_fields.items():
        if not field.is_required() and name not in ("luck", "cards"):
            shown = f'`"{field.default}"`' if isinstance(field.default, str) else str(field.default)
            assert re.search(rf"^\| `{name}` \|.*\| {re.escape(shown)} \|", page, flags=re.MULTILINE), name


def test_reading_configs_imports_nothing_heavy() -> None:
    """`tourney --help` may read this module and stay fast."""
    code = "import sys, jobs.config; print({'ray', 'pandas', 'matplotlib', 'pyarrow', 'scipy'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=CONFIGS.parent)
    assert done.stdout.strip() == "set()"


def test_a_file_that_is_merely_there_is_not_what_was_meant(tmp_path: Path) -> None:
    """Only a name that is like the one given is proposed."""
    (tmp_path / "pyproject.toml").touch()
    with pytest.raises(
        InputError, match=r"nope\.toml: no such file; right would be the path of a \.toml file that exists"
    ):
        load(tmp_path / "nope.toml")
