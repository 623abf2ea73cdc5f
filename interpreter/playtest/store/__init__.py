"""Results kept in a file, and executors that play only what is missing."""
