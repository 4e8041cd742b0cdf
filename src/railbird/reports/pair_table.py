"""A table of everybody against everybody: one HTML page that needs nothing but itself."""

from __future__ import annotations

from importlib.resources import files

from railbird import __version__
from railbird.reports.parts import name, plain, signed, table
from railbird.reproduce.pair_table import PairTable, Score


def render_pairs(pairs: PairTable) -> str:
    """The page as text."""

    def cell(score: Score | None, skill: bool) -> str:
        if score is None:
            return "–"
        mean, error = score.part(skill)
        kind = "up" if mean > 0 else "down"
        return f'<span class="{kind}">{signed(mean, 2)} <small>± {error:.2f}</small></span>'

    style = files(__package__).joinpath("assets", "report.css").read_text(encoding="utf-8")
    body = table(
        ["", *(name(player) for player in pairs.ranking()), "mean"],
        pairs.rows(cell),
        caption="Small bets per game of the player of the row; ± one standard error",
    )
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f"<title>Heads-up: everybody against everybody</title>\n<style>\n{style}</style>\n"
        "</head>\n<body>\n<header>\n"
        '<p class="kicker">Skill and luck in heads-up limit hold’em</p>\n'
        f"<h1>Everybody against everybody</h1>\n</header>\n<main>\n{body}\n"
        f"<p>{plain(f'{pairs.how}; railbird {__version__}')}</p>\n</main>\n</body>\n</html>\n"
    )
