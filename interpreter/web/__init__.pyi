from .links import SPECTATORS as SPECTATORS
from .links import SeatLinks as SeatLinks
from .links import ServerAddress as ServerAddress
from .replay_page import ReplayPage as ReplayPage
from .replay_page import ReplaySource as ReplaySource
from .replay_page import read_source as read_source
from .served_match import ServedMatch as ServedMatch
from .serving import serve_match as serve_match
