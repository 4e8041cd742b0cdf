"""Ho (2015), the jam-or-fold endgame of Omaha Hi-Lo."""

from railbird.reproduce.omaha8 import figures, tables
from railbird.reproduce.registry.rows import Document, Row

DOCUMENT = Document(
    "ho",
    "Ho (2015)",
    (
        Row("table-3.3", "sets of eight cards by suits", "match", tables.ho_patterns),
        Row("table-4.1", "the least playable hands", "differs", tables.ho_playability, 2),
        Row("fig-4.1", "how often both blinds play", "differs", figures.ho_shares, 2, draws=True),
        Row("fig-4.2", "hands jammed again with more chips", "differs", figures.ho_returns, 2),
        Row("fig-4.3", "what the small blind wins", "differs", figures.ho_values, draws=True),
        Row("fig-4.7", "playability by the points of ORACLE", "differs", figures.ho_oracle_fit, 2),
        Row("claims", "§4.1, single hands in the text", "differs", tables.ho_claims, 2),
    ),
)
