from .links import SPECTATORS as SPECTATORS
from .links import SeatLinks as SeatLinks
from .served_match import ServedMatch as ServedMatch
from .server import ServerAddress as ServerAddress
from .server import serve_match as serve_match
