"""From typed trees to Python source, and from that to functions."""
