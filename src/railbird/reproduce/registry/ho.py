"""Ho (2015), the jam-or-fold endgame of Omaha Hi-Lo."""

from railbird.reproduce.omaha8 import figures, models, tables
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
        Row("fig-4.4", "playability by all attributes", "differs", models.ho_whole_model, 2),
        Row("fig-4.5", "what the model costs", "differs", models.ho_model_costs, draws=True),
        Row("fig-4.6", "playability by few attributes", "differs", models.ho_filtered_model, 2),
        Row("fig-4.7", "playability by the points of ORACLE", "differs", models.ho_oracle_fit, 2),
        Row("fig-4.8", "what ORACLE costs", "differs", models.ho_oracle_costs, draws=True),
        Row("rules", "§4.2 to §4.4, models and ORACLE", "differs", models.ho_rules, 2),
        Row("claims", "§4.1, single hands in the text", "differs", tables.ho_claims, 2),
    ),
)
