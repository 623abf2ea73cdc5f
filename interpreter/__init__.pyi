from .matches.loading import load as load
from .matches.loading import load_match as load_match
from .matches.match import replay as replay
from .players.playing import play as play
