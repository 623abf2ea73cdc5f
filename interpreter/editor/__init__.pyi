from .server import run_server as run_server
