"""Every pair of options of ``jam`` and ``icm`` is honoured or refused.

Honoured: the answer or a file differs from that without either of them. Refused: exit status 2, one
sentence, and no file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pytest

from railbird.cli.main import main

Options = dict[str, tuple[str, ...]]

HAND = ("jam", "-s", "10,14", "-b", "0.5/1")
PRIZES = (*HAND, "-p", "60,40")
STATE = ("icm", "-p", "50,30,20")

SHOWN: Options = {
    "hand": ("--hand", "A5s"),
    "node": ("--node", "SB"),
    "dust": ("--dust", "5"),
    "style": ("--range-style", "common"),
    "grid": ("--grid",),
    "svg": ("--svg", "DIR/a.svg"),
    "html": ("--html", "DIR/a.html"),
    "csv": ("--csv", "DIR/a.csv"),
    "json": ("--json",),
}
AHEAD: Options = {
    "levels": ("--levels", "1:1/2"),
    "cut": ("--cut", "0.2"),
    "full": ("--full",),
    "order": ("--fgs-ranking", "sklansky-chubukov"),
    "moves": ("--moves", "big-blind"),
    "force": ("--force",),
}
SOLVED: Options = {
    "ante": ("--ante", "0.1"),
    "bb_ante": ("--bb-ante", "0.5"),
    "ties": ("--ties", "random"),
    "seed": ("--seed", "3"),
    "lock": ("--lock", "BB=20%"),
    "ranking": ("--ranking", "heads-up"),
    "folded": ("--folded-cards", "2000"),
    "epsilon": ("--epsilon", "1e-3"),
    "progressive": ("--progressive",),
}
JAM: Options = {
    **SOLVED,
    **SHOWN,
    **AHEAD,
    "payouts": ("-p", "60,40"),
    "model": ("-m", "roberts"),
    "bounties": ("--bounties", "5"),
}
FGS: Options = {
    **{name: SOLVED[name] for name in ("ante", "ties", "seed", "ranking", "epsilon")},
    **{name: SHOWN[name] for name in ("hand", "node", "dust", "html", "csv", "json")},
    **AHEAD,
    "bounties": ("--bounties", "5"),
    "progressive": ("--progressive",),
}
ICM: Options = {
    **AHEAD,
    "stacks": ("-s", "5,3,2"),
    "csv": ("--csv", "DIR/states.csv"),
    "model": ("-m", "roberts"),
    "blinds": ("-b", "0.1/0.2"),
    "ante": ("--ante", "0.01"),
    "bounties": ("--bounties", "5"),
    "progressive": ("--progressive",),
    "pairs": ("--pairs",),
    "seed": ("--seed", "3"),
    "ties": ("--ties", "random"),
    "json": ("--json",),
}
ICM_FGS: Options = {name: ICM[name] for name in ICM if name not in ("model", "stacks", "blinds")}

PERMISSION = {"force", "moves"}
"""What changes no answer by itself, or none with two players."""

SAME = {"epsilon with lock"}
"""A best response to a locked range is exact at once, whatever is asked for."""


class Runner:
    """Runs a command in a fresh folder and keeps what came out."""

    def __init__(self, capsys: pytest.CaptureFixture[str], folder: Path) -> None:
        self.capsys, self.folder, self.runs = capsys, folder, 0
        self.known: dict[tuple[str, ...], str | None] = {}

    def __call__(self, *words: str) -> str | None:
        """All output and files without their times, or None if it was refused."""
        if words not in self.known:
            self.known[words] = self._run(words)
        return self.known[words]

    def _run(self, words: tuple[str, ...]) -> str | None:
        here = self.folder / str(self.runs)
        self.runs += 1
        here.mkdir()
        given = here / "states.csv"
        given.write_text("5,3,2\n4,4,2\n")
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("sys.argv", ["railbird", *(w.replace("DIR", str(here)) for w in words)])
            with pytest.raises(SystemExit) as stopped:
                main()
        out, err = self.capsys.readouterr()
        files = sorted(path for path in here.iterdir() if path != given)
        status = stopped.value.code or 0
        if status == 2:
            assert len(re.findall("^railbird: (?!compiling)", err, re.MULTILINE)) == 1, (words, err)
            assert (out, files) == ("", []), words
            return None
        assert status == 0, (words, err)
        wanted = sum(word.startswith("DIR/a.") for word in words)
        assert len(files) == wanted, (words, files)
        text = out + "".join(f"{path.name}: {path.read_text()}" for path in files)
        text = re.sub(r'"seconds": [-+\d.e]+|\d+\.\d+ m?s\b', "", text)
        return re.sub(r"(?m)^ *seconds.*$|\s+\d+\.\d\d$", "", text).replace(str(here), "")


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Runner:
    return Runner(capsys, tmp_path)


def ignored(run: Runner, base: tuple[str, ...], options: Options) -> Iterator[str]:
    """Pairs in which one of the options changes nothing."""
    for pair in combinations(options, 2):
        both = run(*base, *options[pair[0]], *options[pair[1]])
        for one, other in (pair, pair[::-1]):
            alone = run(*base, *options[other])
            if both is not None and both == alone and one not in PERMISSION:
                yield f"{one} with {other}"


@pytest.mark.parametrize(
    ("base", "options"),
    [
        pytest.param(HAND, JAM, id="jam", marks=pytest.mark.slow),
        pytest.param((*PRIZES, "-m", "fgs:2"), FGS, id="jam-fgs", marks=pytest.mark.slow),
        pytest.param(STATE, ICM, id="icm", marks=pytest.mark.slow),
        pytest.param(
            (*STATE, "-s", "5,3,2", "-m", "fgs:2", "-b", "0.1/0.2"),
            ICM_FGS,
            id="icm-fgs",
            marks=pytest.mark.slow,
        ),
    ],
)
def test_no_option_is_ignored(run: Runner, base: tuple[str, ...], options: Options) -> None:
    assert {*ignored(run, base, options)} <= SAME
    assert run(*base) is not None or base == STATE


@pytest.mark.parametrize(
    "words",
    [
        (*HAND, "-m", "roberts"),
        (*HAND, "-m", "fgs:2"),
        (*HAND, "--cut", "0"),
        (*HAND, "--seed", "1"),
        (*HAND, "--bounties", "5"),
        (*PRIZES, "--ranking", "heads-up", "--epsilon", "1e-4"),
        (*PRIZES, "-m", "fgs:0", "--cut", "0.1"),
        (*PRIZES, "-m", "fgs:2", "--levels", "3:1/2"),
        (*HAND, "--grid", "--json"),
        (*HAND, "--svg", "DIR/a.x", "--html", "DIR/a.x"),
        (*HAND, "--lock", "BB=20%", "--lock", "BB=30%"),
        (*STATE, "-s", "5,3,2", "-b", "1/2"),
        (*STATE, "-s", "5,3,2", "--ante", "1"),
        (*STATE, "-s", "5,3,2", "--seed", "1"),
        (*STATE, "-s", "5,3,2", "--cut", "0"),
    ],
)
def test_what_would_have_no_effect_is_refused(run: Runner, words: tuple[str, ...]) -> None:
    assert run(*words) is None
