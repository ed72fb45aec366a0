"""Chromium without a window, steered over two pipes by the Chrome DevTools Protocol: clicks, keys and screens."""

from __future__ import annotations

import base64
import json
import os
import shutil
import subprocess
from pathlib import Path
from types import TracebackType

CHROMIUM = next(
    (found for name in ("chromium", "chromium-browser", "google-chrome") if (found := shutil.which(name))), ""
)
_ARGUMENTS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--remote-debugging-pipe",
)


_KEYS = {"Tab": 9, "Enter": 13, "Escape": 27, "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40}


class Browser:
    """One browser with one page; `faults` are what the page wrote to its console, `requests` what it asked for."""

    def __init__(self, profile: Path) -> None:
        """Start it; it reads its commands from descriptor 3 and answers on 4."""
        command_read, self._commands = os.pipe()
        self._answers, answer_write = os.pipe()
        arranged = f'exec 3<&{command_read} 4>&{answer_write}; exec "$@"'
        self._process = subprocess.Popen(
            ["bash", "-c", arranged, "bash", CHROMIUM, *_ARGUMENTS, f"--user-data-dir={profile}"],
            pass_fds=(command_read, answer_write),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(command_read)
        os.close(answer_write)
        self._rest = b""
        self._number = 0
        self._session = ""
        self._loaded = False
        self.faults: list[str] = []
        self.requests: list[str] = []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self._session = str(self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"])
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")

    def __enter__(self) -> Browser:
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, at: TracebackType | None) -> None:
        os.close(self._commands)
        self._process.kill()
        self._process.wait()
        os.close(self._answers)

    def call(self, method: str, **parameters: object) -> dict[str, object]:
        """Send a command and return its answer; what happens until then is noted."""
        self._number += 1
        message: dict[str, object] = {"id": self._number, "method": method, "params": parameters}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._commands, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._next()
            if answer.get("id") == self._number:
                assert "error" not in answer, answer
                return answer["result"]

    def _next(self) -> dict[str, object]:
        while b"\0" not in self._rest:
            chunk = os.read(self._answers, 1 << 20)
            assert chunk, "the browser has ended"
            self._rest += chunk
        one, self._rest = self._rest.split(b"\0", 1)
        answer: dict[str, object] = json.loads(one)
        what = answer.get("method")
        if what in {"Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded"}:
            self.faults.append(json.dumps(answer["params"]))
        self._loaded = self._loaded or what == "Page.loadEventFired"
        if what == "Network.requestWillBeSent":
            self.requests.append(str(answer["params"]["request"]["url"]))
        return answer

    def open(self, page: Path, fragment: str = "") -> None:
        """Load a page and wait until its script has run."""
        self.faults.clear()
        self.requests.clear()
        self._load("Page.navigate", url=page.as_uri() + fragment)

    def reload(self) -> None:
        """Load the same address once more."""
        self._load("Page.reload")

    def _load(self, method: str, **parameters: object) -> None:
        self._loaded = False
        self.call(method, **parameters)
        while not self._loaded:
            self._next()

    def run(self, expression: str) -> object:
        """Return the value of an expression in the page."""
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True)
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    def click(self, selector: str) -> None:
        """Click into the middle of the first element that fits, as a mouse does."""
        place = self.run(
            f"(() => {{ const one = document.querySelector({json.dumps(selector)});"
            " one.scrollIntoView({block: 'center', inline: 'center'}); const box = one.getBoundingClientRect();"
            " return [box.left + box.width / 2, box.top + box.height / 2]; })()"
        )
        for kind in ("mouseMoved", "mousePressed", "mouseReleased"):
            button = "none" if kind == "mouseMoved" else "left"
            self.call("Input.dispatchMouseEvent", type=kind, x=place[0], y=place[1], button=button, clickCount=1)

    def press(self, key: str) -> None:
        """Press and release a key, Tab or Enter for example."""
        code = _KEYS[key]
        text = {"text": "\r"} if key == "Enter" else {}
        self.call("Input.dispatchKeyEvent", type="keyDown", key=key, code=key, windowsVirtualKeyCode=code, **text)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=key, code=key, windowsVirtualKeyCode=code)

    def screen(self, width: int, height: int, *, dark: bool = False, paper: bool = False) -> None:
        """Look at the page on a screen of this size, or on paper."""
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.call("Emulation.setEmulatedMedia", media="print" if paper else "screen", features=[scheme])

    def picture(self, width: int, height: int, scale: float = 1) -> bytes:
        """Return the page from its top as PNG, also what the screen does not show."""
        clip = {"x": 0, "y": 0, "width": width, "height": height, "scale": scale}
        taken = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=True, clip=clip)
        return base64.b64decode(str(taken["data"]))
