"""What changes an author's files, or makes new ones; what is known of them before they are changed."""
