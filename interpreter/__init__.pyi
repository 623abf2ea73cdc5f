from .matches.loading import load as load
from .matches.match import replay as replay
from .matches.resuming import load_match as load_match
from .players.playing import play as play
