from .native_games import match_limits as match_limits
from .native_games import prepare_native as prepare_native
from .saves import SaveData as SaveData
from .saves import has_save_prefix as has_save_prefix
from .saves import position_digest as position_digest
from .saves import read_public_text as read_public_text
from .saves import read_save as read_save
