"""All experiments by name."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from railbird.errors import OptionError
from railbird.reproduce.divat import bot_matches as bots
from railbird.reproduce.divat import matches, tables
from railbird.reproduce.experiment import Agreement, Experiment, Figure, Outcome, RunOptions
from railbird.reproduce.hubot import deception, heads_up, lab, network
from railbird.reproduce.hubot import tables as hubot
from railbird.reproduce.tournament import jamfold_tables as hands
from railbird.reproduce.tournament import tables as tournaments

Run = Callable[[RunOptions], Outcome]

DOCUMENTS = {
    "kan": "Kan (2007)",
    "billings": "Billings & Kan (2006)",
    "melcher": "Melcher (2015)",
    "gs": "Ganzfried & Sandholm (2008)",
    "seca": "Sêca (2008)",
}


def _not_public(what: str) -> Run:
    """An experiment that nobody can repeat."""
    why = f"{what}: neither the hands nor the players are public; kan-4.5 to kan-4.7 come closest"
    outcome = Outcome(
        (
            Figure(
                name="the match",
                ours="",
                printed=None,
                tolerance=0.0,
                verdict="not comparable",
                why=why,
            ),
        )
    )
    return lambda _: outcome


def _fig(*numbers: int) -> tuple[str, ...]:
    return tuple(f"billings-fig-{n}" for n in numbers)


def _five(first: int, last: int) -> tuple[str, ...]:
    return tuple(f"kan-5.{n}" for n in range(first, last + 1))


_ROWS: tuple[tuple[tuple[str, ...], str, Agreement, Run, float], ...] = (
    (("kan-3.1",), "Table 3.1, baselines after the flop", "match", tables.kan_baselines, 1),
    (("kan-3.2",), "Table 3.2, the standard settings", "match", tables.kan_settings, 1),
    (("kan-3.3",), "Table 3.3, Alice against Bob", "differs", tables.kan_alice, 3),
    (("kan-3.4",), "Table 3.4, Bob against Alice", "differs", tables.kan_bob, 3),
    (("kan-ranks",), "§3.1, hand ranks in the text", "differs", tables.kan_ranks, 1),
    (("billings-1",), "Table 1, the standard settings", "match", tables.kan_settings, 1),
    (("billings-2",), "Table 2, a game round by round", "differs", tables.billings_rounds, 3),
    (("billings-3",), "Table 3, the whole game", "differs", tables.billings_game, 3),
    (
        ("kan-4.1", "kan-4.2", *_fig(1)),
        "always-call against always-raise, money",
        "differs",
        matches.always_call_money,
        60,
    ),
    (
        ("kan-4.3", "kan-4.4", *_fig(2, 3)),
        "always-call against always-raise, DIVAT",
        "differs",
        matches.always_call_divat,
        60,
    ),
    (("kan-4.5", *_fig(4)), "self-play", "match", bots.self_play, 110),
    (
        ("kan-4.6", "kan-4.7", *_fig(5, 6, 7, 12)),
        "two static players, duplicate",
        "match",
        bots.two_players,
        160,
    ),
    (("kan-4.8",), "robustness, flop settings", "match", matches.robust_flop, 300),
    (("kan-4.9", *_fig(11)), "robustness, turn settings", "match", matches.robust_turn, 300),
    (("kan-4.10", "kan-4.11"), "robustness in 500 games", "match", matches.robust_short, 20),
    (("kan-unbiased",), "§4.1, DIVAT is unbiased", "match", matches.unbiased, 600),
    (("kan-position",), "§4.1, the value of position", "match", matches.position, 5),
    (
        (*_five(1, 3), *_fig(9, 10, 14)),
        "Vexbot against Sparbot",
        "differs",
        bots.vexbot_learns,
        220,
    ),
    *(
        (names, what, "not comparable", _not_public(what), 0)
        for names, what in (
            (_five(4, 6), "thecount against PsOpti1"),
            (_five(7, 15), "the matches in Las Vegas in 2005"),
            (_five(16, 23), "the matches at AAAI 2006"),
            (_fig(8, 13), "thecount against PsOpti1"),
        )
    ),
    (("melcher-1.1",), "Table 1.1, order to act", "match", tournaments.melcher_positions, 1),
    (("melcher-2.1",), "§2.1, Malmuth-Harville", "match", tournaments.melcher_harville, 1),
    (("melcher-2.2",), "§2.2, Malmuth-Weitzman", "match", tournaments.melcher_weitzman, 1),
    (("melcher-2.3",), "§2.3, Roberts", "match", tournaments.melcher_roberts, 1),
    (("melcher-5.1",), "Table 5.1, size of roll-outs", "match", tournaments.melcher_rollouts, 1),
    (("melcher-5.2",), "Table 5.2, decision nodes", "match", tournaments.melcher_nodes, 1),
    (("melcher-5.3",), "Table 5.3, tournament states", "match", tournaments.melcher_states, 1),
    (("melcher-5.4",), "Table 5.4, complexity", "match", tournaments.melcher_totals, 1),
    (("gs-1",), "Table 1, against Malmuth-Harville", "not comparable", hands.gs_tournament, 0),
    (("gs-2",), "Table 2, how often players jam", "match", hands.gs_frequencies, 5),
    (("gs-3",), "Table 3, small blind of the tournament", "not comparable", hands.gs_tournament, 0),
    (("gs-4",), "Table 4, a ranking of hands", "match", hands.gs_ranking, 1),
    *(
        ((f"gs-{n}",), f"Table {n}, the tournament", "not comparable", hands.gs_tournament, 0)
        for n in range(5, 11)
    ),
    (("gs-11",), "Table 11, the button", "match", partial(hands.gs_range, 11), 3),
    (("gs-12",), "Table 12, small blind after a jam", "match", partial(hands.gs_range, 12), 3),
    (("gs-13",), "Table 13, small blind after a fold", "match", partial(hands.gs_range, 13), 3),
    (("gs-14",), "Table 14, big blind after jam, fold", "differs", partial(hands.gs_range, 14), 3),
    (("gs-15",), "Table 15, big blind after fold, jam", "match", partial(hands.gs_range, 15), 3),
    (("gs-16",), "Table 16, big blind after jam, jam", "match", partial(hands.gs_range, 16), 3),
    (("gs-gains",), "Tables 11 to 16, gains against them", "differs", hands.gs_gains, 5),
    (("gs-text",), "in the text, three counts", "differs", hands.gs_text, 1),
    (("seca-2",), "Table 2, income rates and Sklansky's groups", "match", hubot.seca_groups, 1),
    (("seca-3",), "Table 3, income rates for seven players", "match", hubot.seca_seven, 1),
    (("seca-fig-10",), "hand strength against several opponents", "match", hubot.seca_errors, 60),
    (
        ("seca-fig-15", "seca-fig-16", "seca-fig-17"),
        "HuBot at the advanced table",
        "differs",
        lab.seca_advanced,
        90,
    ),
    (
        ("seca-fig-18", "seca-fig-19"),
        "HuBot at the beginners' table",
        "differs",
        lab.seca_beginners,
        45,
    ),
    (
        ("seca-fig-20", "seca-fig-21"),
        "HuBot with and without its model",
        "match",
        lab.seca_no_model,
        100,
    ),
    (
        ("seca-deception",),
        "§5.2, HuBot's bluffs and check-raises",
        "match",
        deception.seca_deception,
        400,
    ),
    (
        ("seca-network",),
        "§3.2.2, a neural network foretells actions",
        "match",
        network.seca_network,
        200,
    ),
    (
        ("seca-heads-up",),
        "beyond the document, a heads-up round robin",
        "match",
        heads_up.seca_heads_up,
        300,
    ),
)


_GAMES: dict[Run, int] = {
    matches.always_call_money: matches.GAMES,
    matches.always_call_divat: matches.GAMES,
    matches.position: matches.GAMES,
    matches.robust_flop: matches.ROBUST_GAMES,
    matches.robust_turn: matches.ROBUST_GAMES,
    matches.robust_short: matches.SHORT_GAMES,
    matches.unbiased: matches.UNBIASED_GAMES,
    bots.self_play: bots.GAMES,
    bots.two_players: bots.GAMES,
    bots.vexbot_learns: bots.VEXBOT_GAMES,
    hubot.seca_errors: hubot.SPOTS,
    lab.seca_advanced: lab.HANDS,
    lab.seca_beginners: lab.HANDS,
    lab.seca_no_model: lab.HANDS,
    deception.seca_deception: 4 * deception.HANDS,
    network.seca_network: network.GAMES,
    heads_up.seca_heads_up: 2 * heads_up.DEALS,
}
"""How many games the experiments take that play any."""


def _judged_by_size(run: Run) -> Run:
    """A run that does not judge what fewer games than the experiment takes cannot tell."""
    full = _GAMES.get(run, 0)

    def judged(options: RunOptions) -> Outcome:
        outcome = run(options)
        few = options.games is not None and options.games < full
        return outcome.of_few(options.games or 0, full) if few else outcome

    return judged if full else run


def _title(name: str, title: str) -> str:
    """The document, the number of the figure if the name has one, and what it shows."""
    document, _, rest = name.partition("-")
    number = rest.removeprefix("fig-")
    if not title.startswith(("Table", "§", "in the text", "beyond")):
        title = f"Figure {number}, {title}"
    return f"{DOCUMENTS[document]}, {title}"


EXPERIMENTS = {
    name: Experiment(
        name, _title(name, title), expected, _judged_by_size(run), seconds, _GAMES.get(run, 0)
    )
    for names, title, expected, run, seconds in _ROWS
    for name in names
}


def find(name: str) -> Experiment:
    """An experiment by its name."""
    if name not in EXPERIMENTS:
        raise OptionError(
            f"there is no experiment {name!r}: `railbird reproduce --list` shows all, such as "
            f"{', '.join(list(EXPERIMENTS)[:4])}"
        )
    return EXPERIMENTS[name]
