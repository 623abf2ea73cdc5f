"""What texts of a game say, in other languages: read off the same trees from which they are carried out."""
