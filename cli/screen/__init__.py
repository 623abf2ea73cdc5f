"""The full screen of `cahier play`: board, question, hand and side panes on Textual (extra `screen`)."""
