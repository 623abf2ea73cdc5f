"""Reports of studies that are repeated between ever better players."""
