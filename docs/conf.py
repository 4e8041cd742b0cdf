"""Sphinx configuration."""

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
]
myst_enable_extensions = ["dollarmath", "deflist"]
myst_heading_anchors = 3
html_theme = "furo"
html_title = f"railbird {release}"
exclude_patterns = ["_build"]
autodoc_typehints = "none"  # the signatures of the house are typed; numpydoc says the rest
autodoc_member_order = "bysource"
napoleon_google_docstring = False
napoleon_use_rtype = False
