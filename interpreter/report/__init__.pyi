from .compare_page import render_compare_page as render_compare_page
from .impact_page import render_impact_page as render_impact_page
from .measure_page import render_measure_page as render_measure_page
from .playtest_page import render_playtest_page as render_playtest_page
from .svg import EXTRA as EXTRA
from .svg import LIBRARY as LIBRARY
from .sweep_page import render_sweep_page as render_sweep_page
