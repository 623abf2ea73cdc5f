"""Settings of the docs site, for Sphinx; `build.py` collects the pages."""

project = "cahier"
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.githubpages", "sphinx.ext.napoleon"]
root_doc = "index"
default_role = "literal"
myst_heading_anchors = 4
suppress_warnings = ["myst.header", "misc.highlighting_failure"]
napoleon_use_ivar = True
autodoc_typehints_format = "short"
autodoc_preserve_defaults = True
maximum_signature_line_length = 100
html_show_copyright = False
html_theme = "furo"
html_title = "cahier"
html_copy_source = False
html_show_sphinx = False
