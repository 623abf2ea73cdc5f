"""Results as self-contained HTML pages, without scripts and network access."""
