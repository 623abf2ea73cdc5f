"""Construction of the model from the checked documents, section by section."""
