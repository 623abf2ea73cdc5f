from .appearance import card_grid as card_grid
from .appearance import paper_named as paper_named
from .typesetter import FORMATS as FORMATS
from .typesetter import PARTS as PARTS
from .typesetter import foreign_letters as foreign_letters
from .typesetter import printable_sheets as printable_sheets
from .typesetter import require_typst as require_typst
from .typesetter import typeset as typeset
