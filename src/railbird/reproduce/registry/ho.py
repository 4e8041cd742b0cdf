"""Ho (2015), the jam-or-fold endgame of Omaha Hi-Lo."""

from railbird.reproduce.omaha8 import background, claims, evaluator, figures, models, tables, text
from railbird.reproduce.registry.rows import Document, Row, nothing_to_compute

_COMPONENTS = nothing_to_compute("a drawing of the parts of the program")
_WORKERS = nothing_to_compute("a drawing of the program's servers")

DOCUMENT = Document(
    "ho",
    "Ho (2015)",
    (
        Row("table-2.1", "classes of five-card hands", "match", background.ho_hand_classes),
        Row("table-3.1", "types of boards", "match", evaluator.ho_board_types),
        Row("table-3.2", "types of boards and two cards", "match", evaluator.ho_values_table),
        Row("table-3.3", "sets of eight cards by suits", "match", tables.ho_patterns),
        Row("table-3.4", "attributes of hands", "differs", tables.ho_attributes),
        Row("table-4.1", "the least playable hands", "differs", tables.ho_playability, 2),
        Row("fig-2.1", "a round of betting", "match", background.ho_betting),
        Row("fig-3.1", "parts of the program", "not comparable", _COMPONENTS, 0),
        Row("fig-3.2", "high and low in one number", "match", evaluator.ho_encoding),
        Row("fig-3.3", "eight cards on one board", "match", evaluator.ho_eval8),
        Row("fig-3.4", "workers and server", "not comparable", _WORKERS, 0),
        Row("fig-4.1", "how often both blinds play", "differs", figures.ho_shares, 2, draws=True),
        Row("fig-4.2", "hands jammed again with more chips", "differs", figures.ho_returns, 2),
        Row("fig-4.3", "what the small blind wins", "differs", figures.ho_values, draws=True),
        Row("fig-4.4", "playability by all attributes", "differs", models.ho_whole_model, 2),
        Row("fig-4.5", "what the model costs", "differs", models.ho_model_costs, draws=True),
        Row("fig-4.6", "playability by few attributes", "differs", models.ho_filtered_model, 2),
        Row("fig-4.7", "playability by the points of ORACLE", "differs", models.ho_oracle_fit, 2),
        Row("fig-4.8", "what ORACLE costs", "differs", models.ho_oracle_costs, draws=True),
        Row("toy", "§2.1.2, a game of thirteen cards", "differs", background.ho_thirteen_cards),
        Row("text", "§2.1.3 to §3.4, numbers in the text", "differs", text.ho_text, 2),
        Row("claims", "§4.1 to §5.2, claims in the text", "differs", claims.ho_claims, 2),
    ),
    short={"2.1": "table-2.1"},  # the figure needs its full name
)
