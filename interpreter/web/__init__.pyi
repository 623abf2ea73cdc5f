from .links import SPECTATORS as SPECTATORS
from .links import SeatLinks as SeatLinks
from .links import ServerAddress as ServerAddress
from .served_match import ServedMatch as ServedMatch
from .serving import serve_match as serve_match
