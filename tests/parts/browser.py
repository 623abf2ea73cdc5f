"""A real browser for tests and pictures of pages."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any


class Browser:
    """Chromium without a window.

    `notes_requests`: it keeps the URLs that pages request, for `logs`. `is_offline`: it has no network.
    """

    def __init__(self, notes_requests: bool = True, is_offline: bool = False) -> None:
        from selenium import webdriver

        self._noted = {"performance": "ALL"} if notes_requests else {}
        options = webdriver.ChromeOptions()
        options.binary_location = f"{shutil.which('chromium')}"
        for word in ("headless=new", "no-sandbox", "disable-gpu", "disable-dev-shm-usage", "hide-scrollbars"):
            options.add_argument(f"--{word}")
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"} | self._noted)
        driver = shutil.which("chromedriver")
        assert driver, "chromedriver is not installed: Debian has it in chromium-driver"
        self.driver: Any = webdriver.Chrome(options=options, service=webdriver.ChromeService(driver))
        if is_offline:
            self.driver.execute_cdp_cmd("Network.enable", {})
            conditions = {"offline": True, "latency": 0, "downloadThroughput": 0, "uploadThroughput": 0}
            self.driver.execute_cdp_cmd("Network.emulateNetworkConditions", conditions)

    def show(self, path: Path, width: int, theme: str) -> None:
        """Open a page, so many pixels wide; `theme`: `light` or `dark`."""
        self.resize(width, 900, theme)
        self.logs()
        self.driver.get(path.as_uri())

    def resize(self, width: int, height: int, theme: str) -> None:
        """Give pages a size in pixels and a theme: `light` or `dark`."""
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        feature = {"name": "prefers-color-scheme", "value": theme}
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [feature]})

    def run(self, script: str, *args: object) -> Any:
        return self.driver.execute_script(script, *args)

    def logs(self) -> tuple[list[str], list[str]]:
        """Messages on the console and URLs requested since the last call."""
        said = [entry["message"] for entry in self.driver.get_log("browser")]
        events = [json.loads(entry["message"])["message"] for entry in self._performance()]
        asked = [event["params"] for event in events if event["method"] == "Network.requestWillBeSent"]
        return said, [each["request"]["url"] for each in asked]

    def _performance(self) -> Any:
        return self.driver.get_log("performance") if self._noted else []
