"""Cards as tables for layout programs: export, and import of edited tables."""
