"""The backend that every other one is compared with: Python source, compiled and linked."""
