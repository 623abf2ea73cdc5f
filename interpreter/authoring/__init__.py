"""What changes an author's files, or makes new ones."""
