"""Scripted games of the ruleset massiveverse, as data: any implementation of README.md plays them to the same end.

A case gives two characters, an action for every decision point (forced selections included), and what must hold then.
A script's words are `S A I W B R U` for the cards by type and `keep ready unlock both`; `|` parts rounds for the eye.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from sim.rulesets.massiveverse.cards import Card, Character
from sim.rulesets.massiveverse.state import (
    AGILITY,
    BLOCK,
    INTELLIGENCE,
    KEEP,
    READY,
    READY_UNLOCK,
    REST,
    STRENGTH,
    TYPES,
    ULTIMATE,
    UNLOCK,
    WEAPON,
)

WORDS: Final = {
    "S": STRENGTH,
    "A": AGILITY,
    "I": INTELLIGENCE,
    "W": WEAPON,
    "B": BLOCK,
    "R": REST,
    "U": ULTIMATE,
    "keep": KEEP,
    "ready": READY,
    "unlock": UNLOCK,
    "both": READY_UNLOCK,
}
ALL_SIX: Final = [0, 1, 2, 3, 4, 5]
ALL_SEVEN: Final = [0, 1, 2, 3, 4, 5, 6]

_PLAIN: Final[dict[str, dict[str, Any]]] = {
    "strength": {"damage": 2, "counters": (AGILITY,)},
    "agility": {"damage": 2, "counters": (INTELLIGENCE,)},
    "intelligence": {"damage": 2, "counters": (STRENGTH,)},
    "weapon": {"damage": 2},
    "block": {"guard": 99},
    "rest": {},
    "ultimate": {"damage": 4, "symbol": -1},
}


@dataclass(frozen=True)
class Case:
    """One scripted game, and what must hold after its last action; None where a case does not say."""

    name: str  # begins with the clause
    script: str
    expect: Mapping[str, object]  # a part of Game.snapshot()
    first: Character
    second: Character
    over: bool = False
    result: int = 0
    ending: str = ""
    margin: int | None = None
    seat: int | None = None  # whose decision is next
    legal: list[int] | None = None
    played: list[set[int]] | None = None
    decisions: tuple[int, ...] = field(default=())  # numbers in the table of decisions that this case is about

    @property
    def moves(self) -> list[int]:
        """An action for every decision point, in order."""
        return [WORDS[word] for word in self.script.split() if word != "|"]


def hero(
    start: Mapping[str, int] | None = None,
    further: Mapping[str, int] | None = None,
    unlock: int = 0,
    after_counter: bool = False,
    price: int = 5,
    turned: Mapping[str, Mapping[str, Any]] | None = None,
    **cards: Mapping[str, Any],
) -> Character:
    """Return a plain character (2 damage each, Block takes all, Ultimate 4) but for the figures given by card.

    `turned` gives figures that replace those on the further side.
    """
    front = {kind: {**_PLAIN[kind], **cards.get(kind, {})} for kind in TYPES}
    back = {kind: {**front[kind], **(turned or {}).get(kind, {})} for kind in TYPES}
    return Character(
        name="Hero",
        origin="invented",
        facts="",
        price=price,
        passive="Plain",
        sides=(start or {}, further or {}),
        unlock=unlock,
        after_counter=after_counter,
        cards=(_seven(front), _seven(back)),
    )


def _seven(figures: Mapping[str, Mapping[str, Any]]) -> tuple[Card, ...]:
    return tuple(
        Card(**{"type": place, "name": kind, "symbol": place, "counters": (), **figures[kind]})
        for place, kind in enumerate(TYPES)
    )


def play(**effects: int) -> dict[str, Any]:
    """Return the figures of a card with these effects whenever it resolves."""
    return {"effects": {"play": effects}}


PLAIN: Final = hero()
QUICK: Final = hero(price=1)  # its Ultimate can be readied after one Rest


def case(
    name: str,
    script: str,
    expect: Mapping[str, object],
    first: Character = PLAIN,
    second: Character = PLAIN,
    **more: Any,
) -> Case:
    """Return a case, between plain characters unless told."""
    return Case(name, script, expect, first, second, **more)


SET_UP: Final = (
    case(
        "1_1_the_six_abilities_are_the_first_hand",
        "",
        {
            "hand": [ALL_SIX, ALL_SIX],
            "discard": [[], []],
            "banished": [[], []],
            "side": [0, 0],
            "charged": [0, 0],
            "tied": False,
            "round": 1,
        },
        seat=0,
        legal=ALL_SIX,
    ),
    case("1_2_ten_hp_and_no_energy", "", {"health": [10, 10], "energy": [0, 0]}),
    case(
        "1_2_energy_past_five_is_lost",
        "R B",
        {"energy": [5, 0]},
        hero(rest=play(energy=9)),
        seat=0,
        legal=[KEEP, READY],
    ),
    case(
        "1_3_a_played_ultimate_is_stored_and_never_discarded",
        "R B ready | U S",
        {"hand": [ALL_SIX, [1, 2, 3, 5]], "discard": [[], [0, 4]], "health": [8, 6], "energy": [0, 0]},
        QUICK,
        decisions=(3, 18),
    ),
    case(
        "1_4_a_choice_just_made_does_not_show",
        "S",
        {"hand": [ALL_SIX, ALL_SIX], "health": [10, 10], "discard": [[], []]},
        seat=1,
        legal=ALL_SIX,
        decisions=(21,),
    ),
)

PREPARATION: Final = (
    case(
        "2_1_energy_at_the_price_offers_the_ultimate",
        "R B",
        {"round": 1},
        QUICK,
        QUICK,
        seat=0,
        legal=[KEEP, READY],
        decisions=(4,),
    ),
    case(
        "2_1_readying_pays_nothing",
        "R B ready",
        {"energy": [1, 0], "hand": [ALL_SEVEN, [0, 1, 2, 3, 5]], "round": 2},
        QUICK,
        seat=0,
        decisions=(4,),
    ),
    case(
        "2_1_who_keeps_is_asked_again",
        "R B keep | S S",
        {"hand": [[1, 2, 3, 4, 5], [1, 2, 3, 5]], "round": 2},
        QUICK,
        seat=0,
        legal=[KEEP, READY],
    ),
    case(
        "2_1_an_ultimate_in_hand_is_not_readied_again", "R B ready | S S", {"round": 3}, QUICK, seat=0, decisions=(4,)
    ),
    case(
        "2_1_unlocking_pays_its_price_and_turns_the_passive",
        "R B unlock",
        {"energy": [0, 0], "side": [1, 0], "hand": [ALL_SIX, [0, 1, 2, 3, 5]]},
        hero(unlock=1),
        played=[{REST, 7}, {BLOCK}],
        decisions=(16,),
    ),
    case(
        "2_1_a_passive_is_unlocked_once",
        "R B unlock | R S",
        {"energy": [1, 0], "side": [1, 0], "round": 3},
        hero(unlock=1),
        seat=0,
        decisions=(16,),
    ),
    case(
        "2_1_four_preparations_when_both_prices_are_met",
        "R B",
        {},
        hero(unlock=1, price=1),
        seat=0,
        legal=[KEEP, READY, UNLOCK, READY_UNLOCK],
    ),
    case(
        "2_1_one_stock_of_energy_serves_for_both",
        "R B both",
        {"energy": [0, 0], "hand": [ALL_SEVEN, [0, 1, 2, 3, 5]], "side": [1, 0]},
        hero(unlock=1, price=1),
        decisions=(4, 16),
    ),
    case(
        "2_1_each_price_is_checked_for_itself",
        "R B",
        {"energy": [1, 0]},
        hero(unlock=1, price=2),
        seat=0,
        legal=[KEEP, UNLOCK],
    ),
    case("2_1_below_its_price_a_passive_is_not_offered", "R B", {"round": 2}, hero(unlock=2), seat=0, legal=ALL_SIX),
    case(
        "2_1_a_preparation_is_hidden_from_the_rival",
        "R R ready",
        {"hand": [ALL_SIX, ALL_SIX], "round": 1},
        QUICK,
        QUICK,
        seat=1,
        legal=[KEEP, READY],
        decisions=(21,),
    ),
    case(
        "2_1_both_preparations_apply_together",
        "R R ready unlock",
        {"hand": [ALL_SEVEN, ALL_SIX], "energy": [1, 0], "side": [0, 1], "round": 2},
        QUICK,
        hero(unlock=1),
        played=[{REST}, {REST, 7}],
    ),
    case(
        "2_1_no_preparation_after_the_end",
        "S S keep | W W",
        {"health": [6, -8], "energy": [1, 0]},
        hero(price=1, strength={"damage": 9, **play(energy=1)}, weapon={"damage": 9}),
        over=True,
        result=1,
        ending="knockout",
        margin=14,
        legal=[],
    ),
    case(
        "2_1_a_readied_ultimate_stays_playable_without_energy",
        "R B ready | B S",
        {"energy": [0, 0], "hand": [[0, 1, 2, 3, 5, 6], [1, 2, 3, 5]]},
        QUICK,
        hero(strength=play(sap=5)),
        seat=0,
        legal=[0, 1, 2, 3, 5, 6],
        decisions=(17,),
    ),
)

EXHAUSTER: Final = hero(block=play(exhaust=9), strength=play(exhaust=1))

SELECTION: Final = (
    case(
        "2_2_any_card_of_the_hand",
        "S S",
        {"hand": [[1, 2, 3, 4, 5], [1, 2, 3, 4, 5]], "round": 2},
        seat=0,
        legal=[1, 2, 3, 4, 5],
    ),
    case(
        "2_2_with_an_empty_hand_rest_is_readied_and_must_be_played",
        "S B A I W",
        {"hand": [[5], [0, 1, 2, 3, 5]], "discard": [[0, 1, 2, 3, 4], [4]], "round": 2},
        second=EXHAUSTER,
        seat=0,
        legal=[REST],
        decisions=(9,),
    ),
    case(
        "2_2_the_readied_rest_works_as_any_rest",
        "S B A I W | R S",
        {"hand": [ALL_SIX, [1, 2, 3, 5]], "discard": [[], [0, 4]], "energy": [1, 0], "health": [8, 10]},
        second=EXHAUSTER,
        decisions=(9, 14),
    ),
)

MUTUAL: Final = hero(strength={"counters": (STRENGTH,)})

COUNTERS: Final = (
    case(
        "2_3_a_counter_gains_one_energy_and_sends_the_card_back",
        "A I",
        {"energy": [1, 0], "hand": [[0, 2, 3, 4, 5], ALL_SIX], "discard": [[1], []], "health": [10, 8]},
        played=[{AGILITY}, set()],
    ),
    case("2_3_intelligence_counters_strength", "I S", {"energy": [1, 0], "health": [10, 8], "discard": [[2], []]}),
    case("2_3_strength_counters_agility", "S A", {"energy": [1, 0], "health": [10, 8], "discard": [[0], []]}),
    case("2_3_seat_one_counters_too", "A S", {"energy": [0, 1], "health": [8, 10], "discard": [[], [0]]}),
    case("2_3_the_others_counter_nothing", "W B", {"energy": [0, 0], "discard": [[3], [4]]}),
    case(
        "2_3_a_countered_card_has_no_effect_at_all",
        "A I",
        {"energy": [1, 0], "health": [10, 8]},
        second=hero(intelligence={"guard": 9, "effects": {"play": {"loss": 3, "energy": 2, "heal": 2}}}),
    ),
    case(
        "2_3_each_counters_the_other",
        "S S",
        {"energy": [1, 1], "health": [10, 10], "hand": [ALL_SIX, ALL_SIX], "discard": [[], []], "round": 2},
        MUTUAL,
        MUTUAL,
        played=[set(), set()],
        decisions=(2,),
    ),
    case(
        "2_3_a_countered_ultimate_returns_and_the_energy_stays",
        "B R ready | I U",
        {"energy": [1, 1], "hand": [[0, 1, 3, 5], ALL_SEVEN], "health": [10, 8]},
        second=hero(price=1, ultimate={"symbol": STRENGTH}),
        seat=0,
        played=[{BLOCK, INTELLIGENCE}, {REST}],
        decisions=(3,),
    ),
    case(
        "2_3_an_ultimate_without_a_symbol_is_not_countered",
        "B R ready | I U",
        {"energy": [0, 0], "hand": [[0, 1, 3, 5], ALL_SIX], "health": [6, 8]},
        second=QUICK,
    ),
    case(
        "2_3_an_ultimate_counters_as_printed",
        "B R ready | A U",
        {"energy": [0, 0], "hand": [[0, 1, 2, 3, 5], ALL_SIX], "health": [6, 10]},
        second=hero(price=1, ultimate={"counters": (AGILITY,)}),
    ),
    case(
        "2_3_the_symbol_of_an_ability_counts_as_printed",
        "B R ready | S U",
        {"energy": [1, 1], "health": [10, 8]},
        second=hero(price=1, ultimate={"symbol": AGILITY}),
    ),
)

EXECUTION: Final = (
    case(
        "2_4_a_weapon_executes_a_rest",
        "W R",
        {
            "health": [10, 10],
            "energy": [0, 0],
            "hand": [[0, 1, 2, 4, 5], [0, 1, 2, 3, 4]],
            "discard": [[], []],
            "round": 1,
        },
        over=True,
        result=1,
        ending="execution",
        margin=10,
        legal=[],
        decisions=(7,),
    ),
    case(
        "2_4_seat_one_executes_too",
        "R W",
        {"health": [10, 10]},
        over=True,
        result=-1,
        ending="execution",
        margin=-10,
        decisions=(7,),
    ),
    case(
        "2_4_an_execution_has_no_effects_and_no_cleaning_up",
        "S S | W R",
        {"health": [8, 7], "energy": [0, 0], "discard": [[0], [0]]},
        hero(start={"toll": 1, "burn": 1}, weapon=play(loss=1, recoil=1)),
        hero(rest=play(heal=2)),
        over=True,
        result=1,
        ending="execution",
        margin=8,
    ),
    case(
        "2_4_a_countered_weapon_does_not_execute",
        "W R",
        {"energy": [0, 2], "hand": [ALL_SIX, ALL_SIX], "health": [10, 10]},
        second=hero(rest={"counters": (WEAPON,)}),
        decisions=(8,),
    ),
    case(
        "2_4_a_countered_rest_is_not_executed",
        "W R",
        {"energy": [1, 0], "hand": [[0, 1, 2, 4, 5], ALL_SIX], "health": [10, 8]},
        hero(weapon={"counters": (REST,)}),
        decisions=(8,),
    ),
)

VICIOUS: Final = hero(strength={"effects": {"counter": {"damage": 2}}})
EDGED: Final = hero(start={"edge": 1}, strength={"damage": 0, "effects": {"counter": {"damage": 2}}})
CHARGED: Final = hero(start={"charge": 1}, strength={"grab": 1})
RICH: Final = hero(strength={"bonus": {"energy": 1, "damage": 3}})
MANY: Final = hero(price=1, strength={"bonus": {"more_cards": 1, "damage": 3}})
RICH_AND_MANY: Final = hero(strength={"bonus": {"energy": 1, "more_cards": 1, "damage": 3}})

DAMAGE: Final = (
    case("2_5_an_attack_is_the_printed_damage", "S W", {"health": [8, 7]}, hero(strength={"damage": 3})),
    case("2_5_counter_damage_is_added_at_a_counter", "S A", {"health": [10, 6]}, VICIOUS),
    case("2_5_counter_damage_needs_a_counter", "S S", {"health": [8, 8]}, VICIOUS),
    case("2_5_edge_strengthens_a_printed_attack", "W W", {"health": [8, 7]}, EDGED),
    case("2_5_edge_does_not_arm_a_card_without_printed_damage", "S A", {"health": [10, 8]}, EDGED),
    case("2_5_edge_does_not_arm_a_block", "B B", {"health": [10, 10]}, EDGED),
    case("2_5_charge_strengthens_the_next_attack", "R B | W S", {"health": [8, 7], "charged": [0, 0]}, CHARGED),
    case("2_5_no_charge_no_more_damage", "W W", {"health": [8, 8]}, CHARGED),
    case(
        "2_5_one_printed_damage_is_enough_for_edge_and_charge",
        "R B | W S",
        {"health": [8, 7], "charged": [0, 0]},
        hero(start={"edge": 1, "charge": 1}, weapon={"damage": 1}),
    ),
    case("2_6_the_energy_for_a_bonus_is_missing", "S S", {"health": [8, 8]}, RICH),
    case("2_6_energy_of_this_rounds_counter_is_included", "S A", {"health": [10, 5]}, RICH),
    case("2_6_equal_hands_are_not_more_cards", "S S", {"health": [8, 8]}, MANY),
    case("2_6_more_cards_when_mine_came_back_before", "I A | S W", {"health": [6, 5], "energy": [0, 1]}, MANY),
    case(
        "2_6_a_countered_card_counts_in_its_owners_hand", "S A keep", {"health": [10, 8]}, MANY, seat=0
    ),  # 5 cards against 6
    case("2_6_the_ultimate_counts_in_hand", "R R ready | S S", {"health": [8, 5]}, MANY),
    case("2_6_both_conditions_must_hold_energy_missing", "I A | S W", {"health": [6, 8]}, RICH_AND_MANY),
    case("2_6_both_conditions_must_hold_cards_missing", "S A", {"health": [10, 8]}, RICH_AND_MANY),
    case("2_7_a_block_takes_all", "S B", {"health": [10, 10]}, hero(strength={"damage": 9})),
    case("2_7_an_unblockable_attack_passes", "S B", {"health": [10, 8]}, hero(strength={"unblockable": 1})),
    case(
        "2_7_an_unblockable_attack_sets_off_no_stop",
        "S B",
        {"health": [10, 8]},
        hero(strength={"unblockable": 1}),
        hero(block={"effects": {"stop": {"loss": 3}}}),
    ),
    case("2_7_a_guard_takes_up_to_its_number", "W A", {"health": [8, 9]}, second=hero(agility={"guard": 1})),
    case("2_7_a_countered_guard_takes_nothing", "S A", {"health": [10, 8]}, second=hero(agility={"guard": 2})),
)

GRAB: Final = hero(strength={"grab": 1})

GRABS: Final = (
    case("2_8_damage_received_spoils_a_grab", "S S", {"health": [8, 10]}, GRAB, decisions=(5,)),
    case("2_8_an_unharmed_grab_deals", "S A", {"health": [10, 8]}, GRAB, decisions=(5,)),
    case("2_8_two_grabs_cancel_out", "S S", {"health": [10, 10]}, GRAB, GRAB, decisions=(5,)),
    case(
        "2_8_a_countered_grab_cancels_nothing",
        "S A",
        {"health": [10, 8]},
        GRAB,
        hero(agility={"grab": 1}),
        decisions=(5,),
    ),
    case("2_8_a_guard_stops_a_grab", "S B", {"health": [10, 10]}, GRAB, decisions=(6,)),
    case(
        "2_8_a_guard_does_not_stop_an_unblockable_grab",
        "S B",
        {"health": [10, 8]},
        hero(strength={"grab": 1, "unblockable": 1}),
        decisions=(6,),
    ),
    case(
        "2_8_a_grab_whose_own_guard_took_the_attack_deals",
        "S S",
        {"health": [10, 8]},
        hero(strength={"grab": 1, "guard": 2}),
        decisions=(5,),
    ),
    case(
        "2_8_a_guard_takes_nothing_from_a_spoilt_grab",
        "S W",
        {"health": [8, 10], "energy": [0, 0]},
        GRAB,
        hero(weapon={"guard": 5, "effects": {"stop": {"energy": 1}}}),
        decisions=(5,),
    ),
    case(
        "2_8_a_loss_does_not_spoil_a_grab",
        "S R",
        {"health": [9, 8], "energy": [0, 1]},
        GRAB,
        hero(rest=play(loss=1)),
        decisions=(20,),
    ),
    case(
        "2_8_a_grab_stopped_by_guard_leaves_the_rivals_grab_cancelled",
        "S W",
        {"health": [10, 10]},
        GRAB,
        hero(weapon={"grab": 1, "guard": 9}),
        decisions=(5,),
    ),
    case("2_8_seat_one_grabs_too", "A S", {"health": [8, 10]}, second=GRAB, decisions=(5,)),
    case("2_8_seat_one_is_spoilt_too", "S S", {"health": [10, 8]}, second=GRAB, decisions=(5,)),
    case("2_8_a_guard_stops_the_grab_of_seat_one", "B S", {"health": [10, 10]}, second=GRAB, decisions=(6,)),
    case(
        "2_9_both_are_hit_at_once_and_hp_may_be_negative",
        "S S | W W",
        {"health": [-8, -8], "tied": True},
        hero(strength={"damage": 9}, weapon={"damage": 9}),
        hero(strength={"damage": 9}, weapon={"damage": 9}),
        decisions=(11,),
    ),
)

THREE_LOSSES: Final = hero(strength={"effects": {"play": {"loss": 1}, "hit": {"loss": 1}, "counter": {"loss": 1}}})

LOSSES: Final = (
    case("3_1_numbers_of_several_triggers_add_up", "S A", {"health": [10, 5]}, THREE_LOSSES),
    case("3_1_play_is_always_set_off", "S B", {"health": [10, 9]}, THREE_LOSSES),
    case("3_1_hit_needs_damage_dealt", "S S", {"health": [8, 6]}, THREE_LOSSES),
    case(
        "3_1_stop_needs_damage_taken",
        "S B",
        {"energy": [0, 1]},
        second=hero(block={"effects": {"stop": {"energy": 1}}}),
    ),
    case(
        "3_1_stop_without_an_attack_is_not_set_off",
        "B B",
        {"energy": [0, 0]},
        second=hero(block={"effects": {"stop": {"energy": 1}}}),
    ),
    case(
        "3_1_one_damage_sets_off_hit_and_stop",
        "W B | A A",
        {"health": [9, 8], "energy": [0, 2]},
        hero(weapon={"damage": 1}),
        hero(block={"effects": {"stop": {"energy": 1}}}, agility={"damage": 1, "effects": {"hit": {"energy": 1}}}),
    ),
    case("3_2_a_guard_does_not_stop_a_loss", "S B", {"health": [10, 9]}, hero(strength=play(loss=1)), decisions=(20,)),
    case(
        "3_2_a_loss_is_no_hit",
        "I I",
        {"health": [8, 9]},
        hero(intelligence={"damage": 0, "effects": {"play": {"loss": 1}, "hit": {"loss": 5}}}),
        decisions=(20,),
    ),
    case("3_2_recoil_hurts_its_owner", "S B", {"health": [9, 10]}, hero(strength=play(recoil=1))),
)

ENERGY: Final = (
    case("3_3_a_resolving_rest_gives_one_energy", "R B", {"energy": [1, 0]}, decisions=(13,)),
    case("3_3_energy_gives_its_number", "S S", {"energy": [2, 0]}, hero(strength=play(energy=2))),
    case("3_3_a_rest_with_energy_gives_both", "R B", {"energy": [3, 0]}, hero(rest=play(energy=2))),
    case("3_3_sap_comes_after_the_gains", "B R", {"energy": [0, 0]}, hero(block=play(sap=1)), decisions=(15,)),
    case(
        "3_3_a_gain_is_cut_at_five_before_the_sap",
        "B R",
        {"energy": [0, 3]},
        hero(block=play(sap=2)),
        hero(rest=play(energy=9)),
    ),
    case("3_3_sap_stops_at_zero", "B S", {"energy": [0, 0]}, hero(block=play(sap=5))),
)

HEALS: Final = (
    case("3_4_no_heal_at_ten", "B B", {"health": [10, 10]}, hero(block=play(heal=3)), decisions=(11,)),
    case("3_4_no_one_passes_ten", "S S | B R", {"health": [10, 8]}, hero(block=play(heal=3)), decisions=(11,)),
    case("3_4_heals_come_after_damage", "S S", {"health": [9, 8]}, hero(strength=play(heal=1))),
    case("3_4_heals_come_after_losses", "B R", {"health": [10, 10]}, hero(block=play(heal=1)), hero(rest=play(loss=1))),
    case(
        "3_4_drain_heals_the_damage_dealt",
        "W W | S S",
        {"health": [8, 6]},
        hero(strength={"effects": {"hit": {"drain": 1}}}),
    ),
    case(
        "3_4_drain_counts_only_what_passed_the_guard",
        "S W",
        {"health": [9, 9]},
        hero(strength={"effects": {"hit": {"drain": 1}}}),
        hero(weapon={"guard": 1}),
    ),
    case(
        "3_4_all_heals_of_one_player_are_added",
        "W W | S S",
        {"health": [10, 6]},
        hero(start={"kinship": 1}, strength={"effects": {"play": {"heal": 1}, "hit": {"drain": 1}}}),
    ),
    case(
        "3_4_a_heal_saves_who_was_below_zero",
        "S S | W A",
        {"health": [6, 1]},
        hero(strength={"damage": 9}, weapon={"damage": 9}),
        hero(agility=play(heal=9)),
        decisions=(10, 11),
    ),
)

EXHAUST_1: Final = hero(strength=play(exhaust=1))
EXHAUST_2: Final = hero(strength=play(exhaust=2))

EXHAUSTS: Final = (
    case(
        "3_5_the_owner_chooses_and_rest_is_last",
        "S S",
        {"hand": [[1, 2, 3, 4, 5], [1, 2, 3, 4, 5]], "round": 1},
        EXHAUST_1,
        seat=1,
        legal=[1, 2, 3, 4],
        decisions=(9,),
    ),
    case(
        "3_5_the_card_goes_to_the_discard",
        "S S A",
        {"hand": [[1, 2, 3, 4, 5], [2, 3, 4, 5]], "discard": [[0], [0, 1]]},
        EXHAUST_1,
        seat=0,
    ),
    case(
        "3_5_a_second_card_is_another_choice",
        "S S A",
        {"hand": [[1, 2, 3, 4, 5], [1, 2, 3, 4, 5]], "discard": [[], []]},
        EXHAUST_2,
        seat=1,
        legal=[2, 3, 4],
    ),
    case("3_5_two_cards_are_exhausted", "S S A B", {"discard": [[0], [0, 1, 4]]}, EXHAUST_2),
    case(
        "3_5_an_exhausted_ultimate_is_stored_and_the_energy_stays",
        "B R ready | S S U",
        {"hand": [[1, 2, 3, 5], [1, 2, 3, 4, 5]], "discard": [[0, 4], [0]], "energy": [0, 1]},
        EXHAUST_1,
        QUICK,
        seat=1,
        legal=[KEEP, READY],
        decisions=(18,),
    ),
    case("3_5_ward_saves_the_hand", "S S", {"discard": [[0], [0]]}, hero(start={"ward": 1}), EXHAUST_1, seat=0),
    case(
        "3_5_ward_saves_the_hand_when_the_card_was_countered",
        "A S",
        {"hand": [ALL_SIX, [1, 2, 3, 4, 5]]},
        hero(start={"ward": 1}),
        EXHAUST_1,
        seat=0,
    ),
    case("3_5_steady_saves_the_hand", "S S", {"discard": [[0], [0]]}, hero(strength={"steady": 1}), EXHAUST_1, seat=0),
    case(
        "3_5_a_countered_steady_saves_nothing",
        "A S",
        {"hand": [ALL_SIX, [1, 2, 3, 4, 5]]},
        hero(agility={"steady": 1}),
        EXHAUST_1,
        seat=0,
        legal=[0, 1, 2, 3, 4],
    ),
    case(
        "3_5_a_countered_card_may_be_exhausted",
        "A S A",
        {"hand": [[0, 2, 3, 4, 5], [1, 2, 3, 4, 5]], "discard": [[1], [0]], "health": [8, 10]},
        second=EXHAUST_1,
    ),
    case(
        "3_5_who_must_exhaust_more_than_he_has_exhausts_all",
        "S B A I W | R R",
        {"hand": [ALL_SIX, ALL_SIX], "energy": [1, 1], "round": 3},
        second=hero(block=play(exhaust=9), rest=play(exhaust=1)),
        decisions=(9, 14),
    ),
)

READIER: Final = hero(block=play(ready=1))
FETCHER: Final = hero(agility={"fetch": WEAPON, **play(ready=1)})

READIES: Final = (
    case(
        "3_6_fetch_brings_its_ability_back",
        "W S | A B",
        {"hand": [[0, 2, 3, 4, 5], [1, 2, 3, 5]], "discard": [[1], [0, 4]]},
        hero(agility={"fetch": WEAPON}),
    ),
    case("3_6_fetch_without_its_ability_does_nothing", "A A", {"discard": [[1], [1]]}, FETCHER, decisions=(14,)),
    case(
        "3_6_fetch_comes_before_ready",
        "W S | I I | A B",
        {"hand": [[0, 2, 3, 4, 5], [1, 3, 5]], "discard": [[1], [0, 2, 4]]},
        FETCHER,
        seat=0,
    ),
    case(
        "3_6_the_owner_chooses_what_to_ready",
        "S S | A A | B R",
        {"hand": [[2, 3, 5], [2, 3, 4]], "discard": [[0, 1], [0, 1]], "round": 3},
        READIER,
        seat=0,
        legal=[STRENGTH, AGILITY],
    ),
    case(
        "3_6_the_readied_card_is_in_hand",
        "S S | A A | B R A",
        {"hand": [[1, 2, 3, 5], ALL_SIX], "discard": [[0, 4], []], "energy": [0, 1]},
        READIER,
    ),
    case(
        "3_6_one_option_is_no_choice_and_the_table_is_no_option",
        "S S | B B",
        {"hand": [[0, 1, 2, 3, 5], [1, 2, 3, 5]], "discard": [[4], [0, 4]]},
        READIER,
        seat=0,
    ),
    case("3_6_an_empty_discard_readies_nothing", "B B", {"discard": [[4], [4]]}, READIER, seat=0, decisions=(14,)),
)

BANISHER: Final = hero(block=play(banish=1))

BANISHES: Final = (
    case(
        "3_7_a_banished_card_is_out_of_the_game",
        "S S | B W",
        {"hand": [[1, 2, 3, 5], [1, 2, 4, 5]], "discard": [[0, 4], [3]], "banished": [[], [0]]},
        BANISHER,
        decisions=(19,),
    ),
    case(
        "3_7_the_one_who_banishes_chooses_in_the_rivals_discard",
        "S S | A A | B W",
        {"banished": [[], []], "round": 3},
        BANISHER,
        seat=0,
        legal=[STRENGTH, AGILITY],
        decisions=(19,),
    ),
    case(
        "3_7_the_chosen_card_is_banished",
        "S S | A A | B W A",
        {"banished": [[], [1]], "discard": [[0, 1, 4], [0, 3]]},
        BANISHER,
    ),
    case(
        "3_7_rest_is_never_banished",
        "S B S A I",
        {"hand": [[1, 2, 3, 4, 5], []], "discard": [[], [0, 1, 2, 3, 5]]},
        hero(strength=play(exhaust=9, banish=1)),
        seat=0,
        legal=[0, 1, 2, 3],
        decisions=(19,),
    ),
    case("3_7_with_nothing_there_nothing_happens", "B B", {"banished": [[], []]}, BANISHER, seat=0, decisions=(14,)),
    case(
        "3_7_steady_protects_the_discard",
        "S S | B A",
        {"banished": [[], []], "discard": [[0, 4], [0, 1]]},
        BANISHER,
        hero(agility={"steady": 1}),
        seat=0,
    ),
    case(
        "3_7_steady_protects_the_discard_of_seat_zero",
        "S S | A B",
        {"banished": [[], []], "discard": [[0, 1], [0, 4]]},
        hero(agility={"steady": 1}),
        BANISHER,
        seat=0,
    ),
    case("3_7_seat_one_banishes_too", "S S | W B", {"banished": [[0], []], "discard": [[3], [0, 4]]}, second=BANISHER),
    case("3_7_ward_does_not", "S S | B W", {"banished": [[], [0]]}, BANISHER, hero(start={"ward": 1})),
    case(
        "3_7_the_discard_is_as_it_is_after_readying",
        "S S | B A",
        {"banished": [[], []], "hand": [[1, 2, 3, 5], [0, 2, 3, 4, 5]], "discard": [[0, 4], [1]]},
        BANISHER,
        hero(agility={"fetch": STRENGTH}),
        decisions=(15,),
    ),
    case(
        "3_7_the_discard_is_as_it_is_after_exhausting",
        "S S A",
        {"banished": [[], [1]], "discard": [[0], [0]]},
        hero(strength=play(exhaust=1, banish=1)),
        decisions=(15,),
    ),
    case(
        "3_8_the_choice_of_one_is_hidden_from_the_other",
        "S S A",
        {"hand": [[1, 2, 3, 4, 5], [1, 2, 3, 4, 5]], "discard": [[], []]},
        EXHAUST_1,
        EXHAUST_1,
        seat=1,
        legal=[1, 2, 3, 4],
        decisions=(15, 21),
    ),
    case(
        "3_8_both_exhaust_together",
        "S S A I",
        {"hand": [[2, 3, 4, 5], [1, 3, 4, 5]], "discard": [[0, 1], [0, 2]]},
        EXHAUST_1,
        EXHAUST_1,
        decisions=(15,),
    ),
    case(
        "3_8_exhausting_comes_before_readying",
        "S S A I",
        {"hand": [[1, 2, 3, 4, 5], [1, 3, 4, 5]], "discard": [[0], [0, 2]]},
        hero(strength=play(exhaust=1, ready=1)),
        EXHAUST_1,
        decisions=(15,),
    ),
    case(
        "3_8_readying_is_hidden_too",
        "S S | A A | B B S",
        {"hand": [[2, 3, 5], [2, 3, 5]], "discard": [[0, 1], [0, 1]]},
        READIER,
        READIER,
        seat=1,
        legal=[STRENGTH, AGILITY],
        decisions=(21,),
    ),
    case(
        "3_8_banishing_is_hidden_too",
        "S S | A A | B B S",
        {"banished": [[], []]},
        BANISHER,
        BANISHER,
        seat=1,
        legal=[STRENGTH, AGILITY],
        decisions=(21,),
    ),
    case(
        "3_8_both_banish_together",
        "S S | A A | B B S A",
        {"banished": [[1], [0]], "discard": [[0, 4], [1, 4]]},
        BANISHER,
        BANISHER,
    ),
)

CLEANING: Final = (
    case(
        "4_1_a_resolved_ability_is_discarded",
        "S W",
        {"discard": [[0], [3]], "hand": [[1, 2, 3, 4, 5], [0, 1, 2, 4, 5]]},
    ),
    case(
        "4_1_with_returns_it_goes_back_to_hand",
        "S S",
        {"hand": [ALL_SIX, [1, 2, 3, 4, 5]], "discard": [[], [0]]},
        hero(strength={"returns": 1}),
        played=[{STRENGTH}, {STRENGTH}],
    ),
    case(
        "4_1_a_resolved_ultimate_costs_all_energy",
        "R B ready | U S",
        {"energy": [0, 0], "hand": [ALL_SIX, [1, 2, 3, 5]], "health": [8, 6]},
        hero(price=3, rest=play(energy=3), ultimate=play(energy=1)),
        seat=0,
        decisions=(3,),
    ),
    case(
        "4_2_a_resolved_rest_brings_all_exhausted_cards_back",
        "S S | A A | R B",
        {"hand": [ALL_SIX, [2, 3, 5]], "discard": [[], [0, 1, 4]], "energy": [1, 0]},
        decisions=(13,),
    ),
    case(
        "4_2_banished_cards_stay_away",
        "S S | B R",
        {"hand": [[1, 2, 3, 5], [1, 2, 3, 4, 5]], "discard": [[0, 4], []], "banished": [[], [0]]},
        BANISHER,
        decisions=(13,),
    ),
    case(
        "4_2_a_countered_rest_brings_nothing_back",
        "S S | W R",
        {"hand": [[1, 2, 4, 5], [1, 2, 3, 4, 5]], "discard": [[0, 3], [0]], "energy": [1, 0]},
        hero(weapon={"counters": (REST,)}),
        decisions=(8, 13),
    ),
    case(
        "4_3_a_passive_turns_after_a_counter",
        "S A",
        {"side": [1, 0], "health": [10, 8]},
        hero(after_counter=True, further={"edge": 1}),
        played=[{STRENGTH, 7}, set()],
    ),
    case(
        "4_3_the_further_side_counts_from_the_next_round",
        "S A | W W",
        {"side": [1, 0], "health": [8, 5]},
        hero(after_counter=True, further={"edge": 1}),
    ),
    case("4_3_without_a_counter_it_stays", "A S", {"side": [0, 0]}, hero(after_counter=True, further={"edge": 1})),
    case(
        "4_3_a_countered_card_that_counters_turns_it_too",
        "S S",
        {"side": [1, 0], "energy": [1, 1]},
        hero(after_counter=True, further={"edge": 1}, strength={"counters": (STRENGTH,)}),
        MUTUAL,
        played=[{7}, set()],
        decisions=(2,),
    ),
)

FIVES: Final = hero(strength={"damage": 5}, weapon={"damage": 5}, block=play(heal=5))
NINES: Final = hero(strength={"damage": 9}, weapon={"damage": 9})
SAPPER: Final = hero(rest=play(sap=1))  # Rest against Rest changes nothing

ENDS: Final = (
    case(
        "4_4_a_player_at_zero_loses",
        "S S | W W",
        {"health": [6, 0]},
        FIVES,
        over=True,
        result=1,
        ending="knockout",
        margin=6,
        decisions=(10,),
    ),
    case(
        "4_4_seat_zero_may_lose",
        "S S | W W",
        {"health": [-8, 6]},
        second=NINES,
        over=True,
        result=-1,
        ending="knockout",
        margin=-14,
    ),
    case(
        "4_4_if_both_fell_the_lower_loses",
        "S S | W W",
        {"health": [-7, -8], "tied": False},
        NINES,
        hero(strength={"damage": 9}, weapon={"damage": 8}),
        over=True,
        result=1,
        ending="trade",
        margin=1,
    ),
    case(
        "4_4_if_both_are_equal_the_game_goes_on",
        "S S | W W",
        {"health": [0, 0], "tied": True},
        FIVES,
        FIVES,
        decisions=(12,),
    ),
    case(
        "4_4_an_equal_round_after_a_tie_goes_on",
        "S S | W W | A A",
        {"health": [-2, -2], "tied": True, "round": 4},
        FIVES,
        FIVES,
        decisions=(12,),
    ),
    case(
        "4_4_after_a_tie_the_lower_loses",
        "S S | W W | A I",
        {"health": [0, -2]},
        FIVES,
        FIVES,
        over=True,
        result=1,
        ending="overtime",
        margin=2,
        decisions=(12,),
    ),
    case(
        "4_4_after_a_tie_one_above_zero_wins_in_overtime",
        "S S | W W | A B",
        {"health": [0, 5]},
        FIVES,
        FIVES,
        over=True,
        result=-1,
        ending="overtime",
        margin=-5,
        decisions=(12,),
    ),
    case(
        "4_4_a_tie_outlasts_heals_above_zero",
        "S S | W W | B B",
        {"health": [5, 5], "tied": True},
        FIVES,
        FIVES,
        decisions=(12,),
    ),
    case(
        "4_4_after_a_tie_any_difference_decides_above_zero_too",
        "S S | W W | B B | I A",
        {"health": [3, 5]},
        FIVES,
        FIVES,
        over=True,
        result=-1,
        ending="overtime",
        margin=-2,
        decisions=(12,),
    ),
    case("4_5_the_hundredth_round_is_still_played", "R R " * 99, {"round": 100}, SAPPER, SAPPER, seat=0, legal=ALL_SIX),
    case(
        "4_5_after_a_hundred_rounds_it_is_a_draw",
        "S A | " + "R R " * 99,
        {"health": [10, 8], "round": 100},
        SAPPER,
        SAPPER,
        over=True,
        ending="cap",
        margin=2,
        decisions=(12,),
    ),
    case(
        "4_6_the_margin_of_an_execution_counts_zero",
        "S S | W R",
        {"health": [8, 8], "round": 2},
        over=True,
        result=1,
        ending="execution",
        margin=8,
    ),
    case("4_6_while_a_game_lasts_the_margin_is_the_difference", "S A", {"health": [10, 8], "round": 2}, margin=2),
)

DREAD: Final = hero(start={"dread": 1})
BURN: Final = hero(start={"burn": 1})
KIN: Final = hero(start={"kinship": 1}, price=1, strength={"counters": (STRENGTH,)})

PASSIVES: Final = (
    case("5_1_a_resolved_rest_charges", "R B", {"charged": [1, 0]}, CHARGED),
    case("5_1_a_card_without_damage_keeps_the_charge", "R B | B S", {"charged": [1, 0]}, CHARGED),
    case("5_1_a_countered_attack_keeps_the_charge", "R B | A S", {"charged": [1, 0]}, CHARGED),
    case("5_1_a_spoilt_grab_uses_the_charge", "R B | S W", {"charged": [0, 0], "health": [8, 10]}, CHARGED),
    case("5_1_no_charge_without_the_passive", "R B", {"charged": [0, 0]}),
    case("5_1_toll_costs_a_hp_each_round", "B B | R R", {"health": [10, 8]}, hero(start={"toll": 1})),
    case("5_1_toll_does_not_ask_what_was_played", "A S", {"health": [8, 9]}, hero(start={"toll": 1})),
    case("5_1_burn_costs_hp_when_the_rival_rests", "B R", {"health": [10, 9]}, BURN),
    case("5_1_burn_of_seat_one", "R B", {"health": [9, 10]}, second=BURN),
    case("5_1_burn_spares_its_owners_rest", "R B", {"health": [10, 10]}, BURN),
    case(
        "5_1_burn_spares_a_countered_rest",
        "W R",
        {"health": [10, 8]},
        hero(start={"burn": 1}, weapon={"counters": (REST,)}),
    ),
    case("5_1_dread_counts_energy_by_effects", "B R", {"health": [10, 9], "energy": [0, 1]}, DREAD),
    case("5_1_dread_counts_energy_by_counters", "I A", {"health": [8, 9], "energy": [0, 1]}, DREAD),
    case("5_1_dread_spares_its_owner", "R B", {"health": [10, 10], "energy": [1, 0]}, DREAD),
    case(
        "5_1_dread_counts_as_far_as_the_dial_moved",
        "B R keep | S R keep",
        {"health": [10, 3], "energy": [0, 5]},
        DREAD,
        hero(rest=play(energy=9)),
    ),
    case(
        "5_1_dread_counts_a_gain_that_is_sapped_at_once",
        "B R",
        {"health": [10, 9], "energy": [0, 0]},
        hero(start={"dread": 1}, block=play(sap=5)),
    ),
    case("5_1_kinship_heals_at_the_same_type", "A A", {"health": [9, 8]}, KIN),
    case("5_1_kinship_does_not_heal_at_another_type", "S W", {"health": [8, 8]}, KIN),
    case(
        "5_1_kinship_heals_when_both_were_countered",
        "A A | S S keep",
        {"health": [10, 8], "energy": [1, 1]},
        KIN,
        MUTUAL,
    ),
    case("5_1_two_ultimates_are_of_the_same_type", "R R ready ready | U U", {"health": [7, 6]}, KIN, QUICK),
    case(
        "5_1_the_side_that_showed_counts_for_the_whole_round",
        "S A",
        {"health": [10, 8], "side": [1, 0]},
        hero(further={"toll": 1}, after_counter=True),
    ),
    case(
        "5_1_the_start_side_ends_when_the_further_side_shows",
        "R B unlock | B R",
        {"health": [10, 9]},
        hero(start={"toll": 1}, unlock=1),
    ),
    case(
        "5_2_further_figures_replace_the_cards_own",
        "R B unlock | S S",
        {"health": [8, 7]},
        hero(unlock=1, turned={"strength": {"damage": 3}}),
    ),
    case(
        "5_2_before_that_its_own_figures_hold",
        "R B keep | S S",
        {"health": [8, 8]},
        hero(unlock=1, turned={"strength": {"damage": 3}}),
    ),
    case("5_3_by_price", "R B", {"side": [0, 0]}, hero(unlock=1), seat=0, legal=[KEEP, UNLOCK], decisions=(16,)),
    case(
        "5_3_what_turned_by_a_counter_cannot_be_bought",
        "S A",
        {"side": [1, 0], "energy": [1, 0], "round": 2},
        hero(unlock=1, after_counter=True),
        seat=0,
    ),
    case("5_3_without_a_further_side_nothing_is_offered", "R B", {"side": [0, 0], "round": 2}, seat=0, legal=ALL_SIX),
    case("6_seat_zero_is_asked_first", "", {}, seat=0),
    case("6_then_seat_one_which_sees_nothing_new", "W", {"hand": [ALL_SIX, ALL_SIX], "discard": [[], []]}, seat=1),
)

CASES: Final = (
    *SET_UP,
    *PREPARATION,
    *SELECTION,
    *COUNTERS,
    *EXECUTION,
    *DAMAGE,
    *GRABS,
    *LOSSES,
    *ENERGY,
    *HEALS,
    *EXHAUSTS,
    *READIES,
    *BANISHES,
    *CLEANING,
    *ENDS,
    *PASSIVES,
)
