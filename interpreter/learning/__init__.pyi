from .environments import openspiel_game as openspiel_game
from .environments import pettingzoo_env as pettingzoo_env
