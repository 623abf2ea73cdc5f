"""Shape of a rulebook's files: documents checked against their JSON Schemas."""
