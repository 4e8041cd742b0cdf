"""Jones & Kittock (2005), SAGE: a rule for jam or fold heads-up in hold'em."""

from railbird.reproduce.registry.rows import Document, Row
from railbird.reproduce.tournament import sage

DOCUMENT = Document(
    "sage",
    "Jones & Kittock (2005)",
    (
        Row("optimal", "optimal ranges beside equilibria", "differs", sage.sage_optimal, 2),
        Row("ranking", "optimal ranges by one ranking", "differs", sage.sage_ranking),
        Row(
            "cost",
            "the cost of SAGE and of SEVENS",
            "not comparable",
            sage.sage_cost,
            5,
            draws=True,
        ),
    ),
)
