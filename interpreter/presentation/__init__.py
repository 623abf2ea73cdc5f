"""What leaves the engine, in words: names, questions, lines of the log, reasons."""
