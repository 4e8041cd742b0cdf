"""The income rates and the error study of Sêca (2008): Tables 2 and 3 and Figure 10."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from railbird.cards.classes import HOLDEM_CLASSES, holdem_class_index, holdem_class_of_hand
from railbird.cards.ranges import Range
from railbird.evaluate.strength.field import field_strength, sampled_strength
from railbird.evaluate.strength.weighted import prospects
from railbird.players.income import TABLE, IncomeRates, shipped_rates
from railbird.reproduce.claims import Floats, mean_more_than
from railbird.reproduce.experiment import (
    Claim,
    Figure,
    Outcome,
    RunOptions,
    beside,
    judged,
)
from railbird.stats import mean_of

GROUPS = """
AA 2112 KK 1615 QQ 1224 JJ 935 AKs 1071
TT 714 AQs 915 AJs 813 KQs 858 AKo 718
99 553 JTs 657 QJs 720 KJs 767 ATs 736 AQo 555
T9s 481 KQo 515 88 450 QTs 655 98s 338 J9s 449 AJo 430 KTs 694
77 364 87s 270 Q9s 452 T8s 353 KJo 391 QJo 359 JTo 305 76s 222 97s 245 A9s 538 A8s 469 A7s 427
A6s 386 A5s 448 A4s 422 A3s 392 A2s 356 65s 191
66 304 ATo 335 55 238 86s 185 KTo 306 QTo 287 54s 167 K9s 485 J8s 327
44 214 J9o 92 43s 41 75s 141 T9o 127 33 199 98o -15 64s 106 22 196 K8s 356 K7s 309 K6s 278
K5s 245 K4s 227 K3s 211 K2s 192 Q8s 317
87o -75 53s 87 A9o 119 Q9o 65 76o -129 42s -42 32s -83 96s 144 85s 85 J8o -51 J7s 206 65o -158
54o -181 74s 41 K9o 85 T8o -10
"""
SEVEN = """
-6 -462 -422 -397 -459 -495 -469 -433 -383 -336 -274 -188 -39
-180 21 -347 -304 -365 -418 -447 -414 -356 -308 -248 -163 -1
-148 -69 67 -227 -273 -323 -362 -391 -334 -287 -223 -133 32
-121 -38 31 122 -198 -230 -270 -303 -309 -259 -200 -103 64
-174 -95 -10 64 206 -151 -175 -204 -217 -235 -164 -72 23
-208 -135 -47 35 108 298 -87 -106 -112 -128 -124 -26 72
-184 -164 -83 2 93 168 420 -5 6 -10 -10 22 126
-146 -128 -111 -26 64 153 245 565 134 118 118 151 189
-88 -68 -46 -29 59 155 268 383 765 299 305 336 373
-38 -15 1 30 51 147 256 377 536 996 380 420 462
35 49 72 99 127 162 268 384 553 628 1279 529 574
117 141 167 190 223 261 304 423 591 669 764 1621 712
269 304 333 363 313 365 416 475 644 720 815 934 2043
"""
SEVERAL_MILLION = 2_000_000
"""Games behind the printed rates. §3.2.1 says "several million games (trials)"; that is two at the
least. The standard error of a printed rate follows from this number, and not from how far the rate
is from ours. It is a guess: the rates are closer than that, so the tolerance is wider than needed.
"""

SPOTS, DEALS = 200, 10_000
OPPONENTS = range(2, 10)
WAYS = ("wEHS_n", "product", "hardest", "HS^n", "apart")
"""wEHS_n; the product and the least of the showdown strengths; the product of the current
strengths; and wEHS_n without deals in which two opponents hold the same card."""


def printed_groups() -> dict[str, int]:
    words = GROUPS.split()
    return {name: int(rate) for name, rate in zip(words[::2], words[1::2], strict=True)}


def printed_seven() -> dict[str, int]:
    """By class. In print, rows and columns start at the deuce, and suited is below the diagonal."""
    rows = [[int(word) for word in line.split()] for line in SEVEN.strip().splitlines()]
    return {name: rows[12 - i // 13][12 - i % 13] for i, name in enumerate(HOLDEM_CLASSES)}


def _compared(ours: IncomeRates, printed: dict[str, int]) -> Outcome:
    """Rates in thousandths of a small bet beside print."""
    claims, off, theirs = [], [], []
    sizes = np.bincount(holdem_class_of_hand())
    for name, said in printed.items():
        c = holdem_class_index(name)
        rate, error = 1000 * float(ours.rates[c]), 1000 * float(ours.errors[c])
        dealt = SEVERAL_MILLION * ours.players * sizes[c] / 1326
        off.append(rate - said)
        theirs.append(error * np.sqrt(ours.deals / dealt))
        both = float(np.hypot(error, theirs[-1]))
        claims.append(Claim(name, rate, said, both, rounding=0.5, why="beyond sampling error"))
    spread = f"standard error {min(theirs):.1f} to {max(theirs):.1f}"
    wide = ", less than the guess: the tolerance is wider than needed"
    closer = wide if np.std(off) < min(theirs) else ""
    how = f"{ours.players} players who all call, {ours.deals:,} deals per class, seed {ours.seed}"
    return Outcome(
        judged(*claims),
        notes=(
            f"shipped table {TABLE}: {how}, standard error up to {1000 * ours.errors.max():.1f}",
            f"print: we guess {SEVERAL_MILLION:,} games, {spread}; it says several million",
            f"ours less print: mean {np.mean(off):+.1f}, s.d. {np.std(off):.1f}{closer}",
        ),
    )


def seca_groups(_: RunOptions) -> Outcome:
    """Table 2: the rates for ten players who all call, not iterated."""
    return _compared(shipped_rates(10), printed_groups())


def seca_seven(_: RunOptions) -> Outcome:
    """Table 3: seven players who all call."""
    return _compared(shipped_rates(7), printed_seven())


def seca_errors(options: RunOptions) -> Outcome:
    """Figure 10: ways to extrapolate hand strength to several opponents, against Monte Carlo."""
    spots = options.games or SPOTS
    figures: list[Figure | Claim] = []
    lines = [
        "average error in percentage points over random hands and flops",
        f"{'opponents':24}" + "".join(f"{way:>10}" for way in (*WAYS, "sampling")),
    ]
    kinds = ("any", "weighted")
    for i, kind in enumerate(kinds):
        for j, n in enumerate(OPPONENTS):
            options.part(i, len(kinds)).progress(j / len(OPPONENTS))
            errors = 100 * _errors(kind, n, spots, options.seed)
            means = errors.mean(axis=0)
            name = f"{n} with {kind} hands"
            lines.append(f"{name:24}" + "".join(f"{x:10.2f}" for x in means))
            by_way = dict(zip(WAYS, errors.T, strict=False))
            figures += _judged(name, by_way, weighted=kind == "weighted")
    why = f"{DEALS:,} deals to each spot"
    figures.append(beside("Monte Carlo with 9 opponents", float(means[-1]), 0.4, why))
    return Outcome(
        judged(*figures),
        "\n".join(lines),
        notes=(
            f"{spots} spots, {DEALS:,} deals each, seed {options.seed}",
            "any: all hands have the same weight; weighted: the best 15 to 60 %, others 0.01",
            "the document's bars have no numbers; it says that wEHS_n never exceeds 1 %",
            "the document's study has no weights: with them, nothing is judged",
            "apart: wEHS_n without deals in which two opponents hold the same card",
            "apart is our correction, used by HuBot, judged by the limit claimed for wEHS_n",
        ),
    )


def _judged(name: str, errors: dict[str, Floats], *, weighted: bool) -> Iterator[Figure | Claim]:
    """The document's claims for one set of opponents; bars without numbers are in the text."""
    wehs = errors["wEHS_n"]
    less = {way: errors[way] - wehs for way in ("product", "hardest", "HS^n")}
    if weighted:
        why = "the document's study has no weights"
        for way in ("wEHS_n", "apart"):
            yield beside(f"{name}: {way}", float(errors[way].mean()), None, why)
        for way, more in less.items():
            yield beside(
                f"{name}: error of {way} less that of wEHS_n", float(more.mean()), None, why
            )
        return
    yield _at_most_one(f"{name}: wEHS_n", wehs)
    yield _at_most_one(f"{name}: apart", errors["apart"])
    for way, more in less.items():
        yield mean_more_than(f"{name}: error of {way} less that of wEHS_n", more)


def _at_most_one(name: str, errors: Floats) -> Claim:
    """A mean error of 1 or less."""
    found = mean_of(errors)
    why = f"standard error {found.error:.3f}"
    return Claim(name, found.mean, 1.0, found.error, side="≤", count=found.count, why=why)


def _errors(kind: str, opponents: int, spots: int, seed: int) -> Floats:
    """Errors by spot: wEHS_n, product, hardest, HS^n, apart, and the sampling error."""
    rng = np.random.default_rng((seed, opponents, kind == "any"))
    tight = [np.maximum(Range.parse(f"top {x}%").weights, 0.01) for x in range(15, 65, 5)]
    found = np.zeros((spots, 6))
    for i in range(spots):
        cards = [int(c) for c in rng.permutation(52)[:5]]
        hand, board = cards[:2], cards[2:]
        tables = np.ones((opponents, 1326))
        if kind == "weighted":
            tables = np.array([tight[j] for j in rng.integers(0, len(tight), opponents)])
        truth = sampled_strength(hand, board, tables, deals=DEALS, seed=int(rng.integers(2**31)))
        ours = field_strength(hand, board, tables, apart=True)
        now = prospects(board).strength(hand, tables).prod()
        assert ours.apart is not None
        ways = (ours.wehs, ours.product, ours.hardest, now, ours.apart)
        found[i] = [*(abs(way - truth.value) for way in ways), np.sqrt(2 / np.pi) * truth.error]
    return found
