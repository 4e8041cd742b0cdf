"""Samples of all options of all commands, for `test_option_combinations`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

GAMES = ["holdem", "omaha", "omaha8", "plo"]
BETTING = ["limit", "no-limit", "pot-limit", "spread"]
SEEDS = ["1", "7", "-1"]
LIBRARY = {"--library": ["OTHER"]}
QUERY: Mapping[str, Sequence[str | None]] = {
    **LIBRARY,
    "--player": ["rules", "nobody"],
    "--game": GAMES,
    "--betting": BETTING,
    "--players": ["2", "3", "0"],
    "--match": ["random", "1", "nosuch"],
    "--since": ["2020-01-01", "yesterday"],
    "--until": ["2030-01-01"],
    "--pot": ["2", "-1"],
    "--won": ["1", "x"],
    "--lost": ["1"],
}


@dataclass(frozen=True)
class Command:
    """A command: words to begin with, samples for each option (None: a flag), options that are
    always given, and options that are not tried here."""

    words: Sequence[Sequence[str]]
    options: Mapping[str, Sequence[str | None]]
    always: Mapping[str, Sequence[str]] = field(default_factory=dict)
    untried: Sequence[str] = ()


FLAG: Sequence[str | None] = [None]
TABLE: Mapping[str, Sequence[str | None]] = {
    **LIBRARY,
    "--game": GAMES,
    "--betting": BETTING,
    "--blinds": ["1/2", "5/10", "2/1", "x"],
    "--stack": ["40", "1", "0"],
    "--processes": ["1", "2", "0"],
    "--no-library": FLAG,
    "--json": FLAG,
}
MATCH = {
    **TABLE,
    "--cap": ["5", "4/5/5/5", "0", "x"],
    "--duplicate": FLAG,
    "--out": ["DIR/log.jsonl"],
    "--time-limit": ["10", "0"],
}
BLACKJACK: Mapping[str, Sequence[str | None]] = {
    "--stand-soft-17": FLAG,
    "--no-double-after-split": FLAG,
    "--pays": ["3:2", "6:5", "x"],
}
COMMANDS: Mapping[str, Command] = {
    "equity": Command(
        [["AcKc", "7h6h"], ["AA", "KK"], ["AsKsQsJs", "2c3c4d5d"], ["AcKc"], ["AcKc", "AcQc"]],
        {
            "--board": ["Ks5h3d", "2c3c4c5d", "KsKs", "?"],
            "--dead": ["2s", "2s2s"],
            "--game": GAMES,
            "--method": ["exact", "sample", "guess"],
            "--samples": ["1000", "0"],
            "--error": ["0.01", "-1"],
            "--seed": SEEDS,
            "--threads": ["1", "0"],
            "--json": FLAG,
        },
    ),
    "rank": Command(
        [["AcKc"], ["AcKc5d5h"], ["AcAc"]],
        {
            "--board": ["Ks5h3d", "KsKs3d", ""],
            "--game": GAMES,
            "--against": ["AA,KK", "nosuch"],
            "--json": FLAG,
        },
    ),
    "range": Command(
        [["22+,A2s+"], ["nosuch"], ["15%"], ["A2xx ds"]],
        {"--game": GAMES, "--svg": ["DIR/r.svg"], "--png": ["DIR/r.png"], "--json": FLAG},
    ),
    "import": Command(
        [["HEADSUP"], ["RING"], ["none.txt"], ["HEADSUP", "RING"]],
        {"--format": ["railbird", "acpc", "nosuch"], "--json": FLAG, **LIBRARY},
    ),
    "hands": Command(
        [[], ["1"]],
        {
            **QUERY,
            "--limit": ["3", "0"],
            "--after": ["1", "x"],
            "--refused": FLAG,
            "--json": FLAG,
        },
    ),
    "matches": Command([[]], {"--json": FLAG, **LIBRARY}),
    "results": Command(
        [[], ["HEADSUP"], ["none.txt"]],
        {
            **QUERY,
            "--hero": ["rules", "rules,random", "nobody", ","],
            "--remember": FLAG,
            "--html": ["DIR/r.html"],
            "--csv": ["DIR/r.csv"],
            "--json": FLAG,
        },
    ),
    "export": Command(
        [["DIR/out.txt"], ["DIR/out.phh"]],
        {
            **QUERY,
            "--format": [
                "railbird",
                "acpc",
                "phh",
                "pokerstars",
                "ohh",
                "888",
                "poker-academy",
                "x",
            ],
            "--json": FLAG,
        },
    ),
    "match": Command(
        [
            ["rules", "random"],
            ["rules", "rules"],
            ["A=rules", "B=always-call"],
            ["nosuch", "rules"],
        ],
        MATCH,
        {"--hands": ["40", "3", "0"], "--seed": SEEDS},
    ),
    "ring": Command(
        [["rules", "random", "always-call"], ["rules", "random"], ["rules"]],
        MATCH,
        {"--hands": ["20", "1"], "--seed": SEEDS},
    ),
    "league": Command(
        [["rules", "random", "always-call"], ["rules", "random"], ["rules"]],
        {
            **TABLE,
            "--out": ["DIR/league"],
            "--time-limit": ["10", "0"],
            "--cluster": ["nowhere:1"],
            "--report": ["DIR/l.html"],
            "--csv": ["DIR/l.csv"],
            "--figures": ["DIR/figures"],
        },
        {"--deals": ["30", "1", "0"], "--seed": SEEDS, "--processes": ["1"]},
    ),
    "players": Command([[]], {"--json": FLAG}),
    "analyze": Command(
        [["HEADSUP"], ["RING"], [], ["none.log"]],
        {
            **LIBRARY,
            "--hand": ["AcKc 7h6h Ks5h3d/Tc/4h SlRrC/kBrC/bC/bRc", "x"],
            "--player": ["rules", "nobody"],
            "--report": ["DIR/r.html"],
            "--columns": ["DIR/c.parquet", "DIR/c.csv", "DIR/c.doc"],
            "--figures": ["DIR/charts"],
            "--duplicate": FLAG,
            "--runtime": FLAG,
            "--smooth": ["triangle", "x"],
            "--known": ["sparbot", "random", "x"],
            "--values": ["none.npz"],
            "--settings": ["tight-low,aggressive-low", "one-bet", "bets=6", "tight", "none.toml"],
            "--ring": FLAG,
            "--samples": ["50", "0"],
            "--seed": SEEDS,
            "--cluster": ["nowhere:1"],
            "--format": ["railbird", "x"],
            "--last": FLAG,
            "--game": GAMES,
            "--betting": ["limit", "no-limit", "x"],
            "--players": ["2", "3", "11"],
            "--match": ["random", "nosuch"],
            "--since": ["2020-01-01"],
            "--until": ["2030-01-01"],
            "--json": FLAG,
        },
    ),
    "fit": Command(
        [["HEADSUP"], ["RING"], ["none.log"], ["HEADSUP", "HEADSUP"]],
        {"--json": FLAG},
        {"--out": ["DIR/values.npz", "DIR/values.txt"]},
    ),
    "settings": Command(
        [["tight-low"], ["bets=6,slope=1.1"], [], ["tight"], ["none.toml"]],
        {"--toml": FLAG, "--json": FLAG},
        untried=["--build"],
    ),
    "icm": Command(
        [[]],
        {
            "--model": ["harville", "weitzman", "roberts", "fgs:1", "solved", "nosuch"],
            "--blinds": ["1/2", "x"],
            "--ante": ["1", "-1"],
            "--levels": ["1/2,2/4", "x"],
            "--cut": ["1e-3", "-1"],
            "--full": FLAG,
            "--fgs-ranking": ["sklansky-chubukov", "x"],
            "--moves": ["button", "big-blind", "x"],
            "--ties": ["random", "x"],
            "--force": FLAG,
            "--bounties": ["1,1,1", "x"],
            "--progressive": FLAG,
            "--pairs": FLAG,
            "--csv": ["DIR/icm.csv"],
            "--seed": SEEDS,
            "--json": FLAG,
        },
        {"--stacks": ["20,30,50", "20,30", "x"], "--payouts": ["50,30,20", "100", "-1"]},
    ),
    "jam": Command(
        [[]],
        {
            "--ante": ["0.1", "-1"],
            "--bb-ante": ["1", "-1", "x"],
            "--from": ["RING", "none.txt"],
            "--hand-number": ["1", "x"],
            "--hero": ["Ann", "nobody"],
            "--last-table": FLAG,
            "--range-style": ["common", "short", "x"],
            "--game": GAMES,
            "--payouts": ["50,30,20", "100", "x"],
            "--model": ["harville", "weitzman", "fgs:1", "solved", "nosuch"],
            "--levels": ["1/2,2/4", "x"],
            "--cut": ["1e-3", "-1"],
            "--full": FLAG,
            "--fgs-ranking": ["sklansky-chubukov", "x"],
            "--moves": ["button", "big-blind", "x"],
            "--force": FLAG,
            "--ties": ["exact", "x"],
            "--bounties": ["1,1", "text", "x"],
            "--progressive": FLAG,
            "--most-all-in": ["2", "3", "1"],
            "--seed": SEEDS,
            "--lock": ["SB=AA", "x"],
            "--ranking": ["default", "sklansky-chubukov", "x"],
            "--hand": ["AKs", "x"],
            "--node": ["SB", "x"],
            "--grid": FLAG,
            "--svg": ["DIR/j.svg"],
            "--html": ["DIR/j.html"],
            "--csv": ["DIR/j.csv"],
            "--figures": ["DIR/figures"],
            "--dust": ["1", "0", "-1"],
            "--folded-cards": ["1000", "0"],
            "--epsilon": ["1e-3", "0"],
            "--json": FLAG,
        },
        {"--stacks": ["10,10", "8,10,12", "A=8,B=1k", "x"], "--blinds": ["0.5/1", "300-600"]},
    ),
    "review": Command(
        [["JAMS"], ["JAMS", "RING"], ["none.txt"]],
        {
            "--payouts": ["50,30,20", "100", "x"],
            "--model": ["harville", "roberts", "fgs:1", "solved", "fgs:x", "nosuch"],
            "--bounties": ["5", "text", "5,5", "x"],
            "--hero": ["Ann", "nobody"],
            "--last-table": FLAG,
            "--progressive": FLAG,
            "--depth": ["15", "5", "0"],
            "--least": ["0", "0.1", "-1"],
            "--html": ["DIR/r.html"],
            "--json": FLAG,
        },
    ),
    "sage": Command(
        [["76s"], ["AhKd"], ["22"], ["x"]],
        {"--stacks": ["2900,5600", "2900", "x"], "--stack": ["3000", "400"], "--json": FLAG},
        {"--bb": ["400", "0"], "--position": ["sb", "bb", "x"]},
    ),
    "tournament solve": Command(
        [[]],
        {
            "--payouts": ["50,30,20", "100", "65,35", "x"],
            "--blinds": ["1/2", "0.5/1", "1/2/1", "x"],
            "--levels": ["1:2/4", "1:2/4,3:3/6", "2/4", "1:0.5/1"],
            "--stacks": ["3,4", "2,5", "3,3", "x"],
            "--algorithm": ["pi-margin", "pi-cfr+", "pi-pdcfr+", "vi-fp", "nosuch"],
            "--gamma": ["1e-4", "0"],
            "--loops": ["3", "0"],
            "--out": ["DIR/values.npz"],
            "--keep": ["all", "values", "x"],
            "--gpu": FLAG,
            "--json": FLAG,
        },
        {"--players": ["2", "1", "20"], "--units": ["7", "1"]},
    ),
    "tournament models": Command(
        [[]],
        {
            "--payouts": ["50,30,20", "65,35", "x"],
            "--blinds": ["1/2", "0.5/1", "x"],
            "--levels": ["1:2/4", "1:2/4,3:3/6", "2/4", "1:0.5/1"],
            "--values": ["DIR/values.npz"],
            "--gamma": ["1e-4", "0"],
            "--gpu": FLAG,
            "--json": FLAG,
        },
        {"--players": ["2", "1", "20"], "--units": ["7", "1"]},
    ),
    "tournament study": Command(
        [[]],
        {
            "--payouts": ["50,30,20", "65,35", "x"],
            "--blinds": ["1/2", "0.5/1", "x"],
            "--values": ["DIR/values.npz"],
            "--match-payouts": ["65,35", "x"],
            "--ranked": ["1", "0", "-1"],
            "--seconds": ["0.01", "100"],
            "--out": ["DIR/study.npz"],
            "--gpu": FLAG,
            "--json": FLAG,
        },
        {"--players": ["2", "1"], "--units": ["5", "1"], "--depths": ["1", "0", "-1"]},
    ),
    "tournament show": Command(
        [["3000,4500,6000"], ["10,35"], ["1,2,x"], ["1,2,3,4,5,6"]],
        {
            "--payouts": ["50,30,20", "60,40", "x"],
            "--models": ["harville", "roberts,fgs:1", "nosuch", "solved"],
            "--html": ["DIR/s.html"],
            "--figures": ["DIR/figures"],
            "--json": FLAG,
        },
    ),
    "tournament match": Command(
        [[]],
        {
            "--strategies": [
                "harville,roberts",
                "solved,fgs-1",
                "harville,fgs-1-ranked",
                "harville",
                "x,y",
            ],
            "--seats": ["harville,roberts", "solved,harville,roberts", "x,y"],
            "--stacks": ["3,2", "2,2,1", "3,3", "x"],
            "--payouts": ["50,30,20", "100", "65,35", "x"],
            "--blinds": ["1/2", "0.5/1", "1/2/1", "x"],
            "--values": ["none.npz"],
            "--gamma": ["1e-4", "0"],
            "--simulate": ["1000", "1", "0"],
            "--deal": FLAG,
            "--seed": SEEDS,
            "--threads": ["1", "0"],
            "--gpu": FLAG,
            "--json": FLAG,
        },
        {"--players": ["2", "1", "20"], "--units": ["5", "1"]},
    ),
    "reproduce": Command(
        [
            ["billings-table-2"],
            ["melcher-5.3"],
            ["kan-fig-4.1", "-n", "200"],
            ["kan"],
            ["nosuch"],
            [],
        ],
        {
            "--list": FLAG,
            "--games": ["100", "0"],
            "--seed": SEEDS,
            "--report": ["DIR/e.html"],
            "--figures": ["DIR/figures"],
            "--json": FLAG,
        },
    ),
    "blackjack ev": Command(
        [["4,5", "7"], ["8,8", "T"], [], ["A,T", "6"], ["4,5"], ["4,X", "7"]],
        {
            "--decks": ["6", "inf", "0"],
            "--shoe": ["10,10,10,10,10,10,10,10,10,55", "1,1", "x"],
            "--gone": ["2,5,T", "?"],
            "--split-hand": FLAG,
            **BLACKJACK,
            "--json": FLAG,
        },
    ),
    "blackjack play": Command(
        [[]],
        {
            "--player": ["no-busts", "basic", "you", "nobody"],
            "--hands": ["5", "0"],
            "--decks": ["6", "inf", "0"],
            "--bet": ["2", "-1"],
            "--fresh": FLAG,
            "--out": ["DIR/hands.jsonl"],
            **BLACKJACK,
        },
        {"--seed": SEEDS},
    ),
    "blackjack analyze": Command(
        [["BLACKJACK"], ["HEADSUP"], ["nosuch.jsonl"]],
        {"--baseline": ["dealer", "basic", "best"], "--json": FLAG},
    ),
    "omaha8 chart": Command(
        [[]],
        {
            "--position": ["sb", "bb", "co"],
            "--search": ["A2xx ds", "50%:KKxx", "zz"],
            "--top": ["2", "0"],
            "--csv": ["DIR/chart.csv"],
            "--html": ["DIR/chart.html"],
            "--json": FLAG,
        },
        {"--r": ["8", "7.77", "0.5", "60", "abc"]},
    ),
    "omaha8 solve": Command(
        [[]],
        {
            "--hand": ["AsAd2s3d", "AsKs"],
            "--exact": FLAG,
            "--epsilon": ["0.01", "0"],
            "--table": ["none"],
            "--json": FLAG,
        },
        {"--stacks": ["900,1200", "900", "0,5"], "--blinds": ["50/100", "40/100", "x"]},
    ),
    "omaha8 oracle": Command(
        [["KsQs7d6h"], ["AsAhAdAc"], ["AsKs"]],
        {"--rule": ["oracle", "tally", "both", "sage"], "--json": FLAG},
        {"--stack": ["3600", "300", "-1"], "--bb": ["400", "0"], "--position": ["sb", "bb", "x"]},
    ),
    "omaha8 train": Command(
        [[]],
        {
            "--r": ["8", "6,7.77", "60", "x"],
            "--stacks": ["900,1200", "900"],
            "--blinds": ["50/100", "40/100"],
            "--position": ["both", "sb", "co"],
            "--hands": ["2", "0"],
            "--forget": FLAG,
        },
        {"--seed": SEEDS},
    ),
    "omaha8 tabulate": Command(
        [[]],
        {"--out": ["DIR/table"], "--gpu": FLAG, "--threads": ["1", "0"], "--json": FLAG},
        {"--cluster": ["nowhere:1"]},
    ),
    "omaha8 verify": Command(
        [[]],
        {"--table": ["none"], "--seed": SEEDS, "--threads": ["1", "0"], "--json": FLAG},
        {"--entries": ["3", "-1"]},
        untried=["--sample"],  # test_omaha8 has it
    ),
    "omaha8 matchup": Command(
        [["AsAdQsJd", "5h4s3c2h"], ["AsAdQsJd", "AsAd"], ["AsAdAhAc", "AsKsQs2d"]], {"--json": FLAG}
    ),
    "tables list": Command([[]], {"--json": FLAG}),
}
UNTRIED = {
    "bench": "takes long",
    "tables verify": "takes long",
    "tables build": "takes long",
    "play": "asks a person",
    "studio": "serves until it is ended; see tests/studio/test_command.py",
    "acpc deal": "waits for others",
    "acpc join": "waits for others",
}
