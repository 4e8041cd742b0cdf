"""Sphinx configuration."""

from docutils import nodes
from latex2mathml.converter import convert
from sphinx.application import Sphinx
from sphinx.writers.html5 import HTML5Translator

from railbird import __version__

project = "railbird"
author = "The railbird founders"
copyright = "2026, the railbird founders"  # noqa: A001 - Sphinx's name
release = version = __version__

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "sphinx.ext.napoleon",
    "sphinx.ext.viewcode",
    "sphinx_design",
]
myst_enable_extensions = ["colon_fence", "deflist", "dollarmath"]
myst_heading_anchors = 3
highlight_language = "text"  # commands and outputs; Python is marked as such
html_theme = "furo"
html_title = f"railbird {release}"
html_math_renderer = "mathml"
exclude_patterns = ["_build"]
autodoc_typehints = "none"  # the signatures of the house are typed; numpydoc says the rest
autodoc_member_order = "bysource"
napoleon_google_docstring = False
napoleon_use_rtype = False


def _inline(writer: HTML5Translator, node: nodes.math) -> None:
    writer.body.append(convert(node.astext()))
    raise nodes.SkipNode


def _block(writer: HTML5Translator, node: nodes.math_block) -> None:
    writer.body.append(f'<div class="math">{convert(node.astext(), display="block")}</div>')
    raise nodes.SkipNode


def setup(app: Sphinx) -> None:
    """Write formulas as MathML, which browsers show without a script and without a network."""
    app.add_html_math_renderer("mathml", (_inline, None), (_block, None))
