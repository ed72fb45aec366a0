"""The language server as an editor uses it: a real client starts it and talks over standard input and output."""

from __future__ import annotations

import asyncio
import shutil
import sys
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types as lsp
from pygls.lsp.client import LanguageClient

ROOT = Path(__file__).resolve().parents[2]
WAIT_SECONDS = 60.0


class Editor:
    """An editor with a folder open."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.client = LanguageClient("test", "1")
        self.diagnostics: dict[str, list[lsp.Diagnostic]] = {}
        self.news = asyncio.Condition()

        @self.client.feature(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        async def published(params: lsp.PublishDiagnosticsParams) -> None:
            async with self.news:
                self.diagnostics[Path(params.uri.removeprefix("file://")).name] = list(params.diagnostics)
                self.news.notify_all()

    def uri(self, path: str) -> str:
        return (self.folder / path).as_uri()

    def document(self, path: str) -> lsp.TextDocumentIdentifier:
        return lsp.TextDocumentIdentifier(self.uri(path))

    async def start(self) -> None:
        await self.client.start_io(sys.executable, "-m", "roce_lint", "lsp")
        await self.client.initialize_async(
            lsp.InitializeParams(
                lsp.ClientCapabilities(), workspace_folders=[lsp.WorkspaceFolder(self.folder.as_uri(), "fabric")]
            )
        )
        self.client.initialized(lsp.InitializedParams())

    def open(self, path: str, text: str) -> None:
        item = lsp.TextDocumentItem(self.uri(path), "plaintext", 1, text)
        self.client.text_document_did_open(lsp.DidOpenTextDocumentParams(item))

    def type(self, path: str, text: str) -> None:
        document = lsp.VersionedTextDocumentIdentifier(2, self.uri(path))
        change = lsp.TextDocumentContentChangeWholeDocument(text)
        self.client.text_document_did_change(lsp.DidChangeTextDocumentParams(document, [change]))

    async def until(self, holds: Callable[[], Any]) -> None:
        async with self.news:
            await asyncio.wait_for(self.news.wait_for(lambda: bool(holds())), WAIT_SECONDS)

    def codes(self, name: str) -> list[tuple[int, str]]:
        """Return line, counted from 1, and code of what is shown at a file."""
        return [(one.range.start.line + 1, str(one.code)) for one in self.diagnostics.get(name, [])]


def in_an_editor(folder: Path, play: Callable[[Editor], Awaitable[None]]) -> None:
    async def whole() -> None:
        editor = Editor(folder)
        await editor.start()
        try:
            await play(editor)
        finally:
            await editor.client.shutdown_async(None)
            editor.client.exit(None)
            await editor.client.stop()

    asyncio.run(whole())


@pytest.fixture
def fabric(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A clean fabric of the sample intent, with settings."""
    from click.testing import CliRunner

    from roce_lint.cli.group import roce_lint

    folder = tmp_path / "fabric"
    folder.mkdir()
    shutil.copy(ROOT / "fixtures/intents/pfc-only.roce.yaml", folder / "fabric.roce.yaml")
    done = CliRunner().invoke(roce_lint, ["render", str(folder / "fabric.roce.yaml"), "-o", str(folder / "out")])
    assert done.exit_code == 0, done.output
    (folder / "roce-lint.toml").write_text('paths = ["out"]\nintent = "fabric.roce.yaml"\n')
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    return folder


def line_of(text: str, wanted: str) -> int:
    """Return the number of the first line, from 0, that contains a text."""
    return next(number for number, line in enumerate(text.split("\n")) if wanted in line)


def test_an_editor_gets_diagnostics_hover_the_other_end_and_a_fix(fabric: Path) -> None:
    name = "out/configs/leaf-1.cfg"
    clean = (fabric / name).read_text()
    broken = clean.replace("   priority-flow-control on\n", "", 1)
    uplink = lsp.Position(line_of(broken, "interface Ethernet17/1") + 1, 4)

    async def play(editor: Editor) -> None:
        editor.open(name, broken)
        await editor.until(lambda: editor.codes("leaf-1.cfg"))
        (diagnostic,) = editor.diagnostics["leaf-1.cfg"]
        assert (diagnostic.code, diagnostic.severity) == ("PFC-001 pfc-link-ends-differ", lsp.DiagnosticSeverity.Error)
        line = diagnostic.range.start.line
        assert broken.split("\n")[line].startswith("qos profile")
        hovered = await editor.client.text_document_hover_async(lsp.HoverParams(editor.document(name), uplink))
        assert hovered is not None
        assert isinstance(hovered.contents, lsp.MarkupContent)
        assert hovered.contents.value.startswith("This line says:\n\n- Description: spine-2 Ethernet4/1\n")
        assert "  Ethernet17/1  400G  MTU 9000  to spine-2 Ethernet4/1" in hovered.contents.value
        there = await editor.client.text_document_definition_async(lsp.DefinitionParams(editor.document(name), uplink))
        assert isinstance(there, lsp.Location)
        spine = (fabric / "out/configs/spine-2.cfg").read_text().split("\n")
        assert (there.uri, spine[there.range.start.line]) == (
            editor.uri("out/configs/spine-2.cfg"),
            "interface Ethernet4/1",
        )
        profile = lsp.Position(line_of(broken, "service-profile "), 20)
        there = await editor.client.text_document_definition_async(lsp.DefinitionParams(editor.document(name), profile))
        assert isinstance(there, lsp.Location)
        defined = broken.split("\n")[there.range.start.line]
        assert (there.uri, defined) == (
            editor.uri(name),
            f"qos profile {broken.split(chr(10))[profile.line].split()[1]}",
        )
        at_fault = lsp.HoverParams(editor.document(name), lsp.Position(line, 1))
        hovered = await editor.client.text_document_hover_async(at_fault)
        assert hovered is not None
        assert isinstance(hovered.contents, lsp.MarkupContent)
        assert hovered.contents.value.startswith("**error PFC-001 pfc-link-ends-differ**\n\n")
        asked = lsp.CodeActionParams(editor.document(name), diagnostic.range, lsp.CodeActionContext([diagnostic]))
        (action,) = await editor.client.text_document_code_action_async(asked) or ()
        assert isinstance(action, lsp.CodeAction)
        assert action.edit
        assert action.edit.document_changes
        assert (action.is_preferred, action.title) == (
            True,
            "PFC-001: pause for priority 3, as the rest of the fabric does",
        )
        (change,) = action.edit.document_changes
        assert isinstance(change, lsp.TextDocumentEdit)
        editor.type(name, edited(broken, change.edits))
        await editor.until(lambda: not editor.codes("leaf-1.cfg"))

    in_an_editor(fabric, play)


def edited(text: str, edits: Sequence[object]) -> str:
    """Return a text after edits of whole lines, as an editor makes them."""
    lines = text.split("\n")
    for edit in edits:
        assert isinstance(edit, lsp.TextEdit)
        first, last = edit.range.start, edit.range.end
        assert (first.line, first.character, last.character) == (last.line, 0, len(lines[first.line]))
        lines[first.line] = edit.new_text
    return "\n".join(lines)


def test_an_intent_is_checked_explained_and_completed_while_it_is_typed(fabric: Path) -> None:
    name = "fabric.roce.yaml"
    text = (fabric / name).read_text()
    wrong = text.replace("topology:", "topologie:", 1)

    async def play(editor: Editor) -> None:
        editor.open(name, wrong)
        await editor.until(lambda: editor.codes(name))
        messages = [one.message for one in editor.diagnostics[name]]
        assert any("topologie" in message and "topology" in message for message in messages)
        editor.type(name, text + "  \nroce:\n  ")
        place = lsp.Position(text.count("\n") + 2, 2)
        found = await editor.client.text_document_completion_async(lsp.CompletionParams(editor.document(name), place))
        assert isinstance(found, list)
        assert {"ecn", "dcqcn"} <= {one.label for one in found}
        line = line_of(text, "topology:")
        asked = lsp.HoverParams(editor.document(name), lsp.Position(line, 1))
        hovered = await editor.client.text_document_hover_async(asked)
        assert hovered is not None
        assert isinstance(hovered.contents, lsp.MarkupContent)
        assert hovered.contents.value.startswith("`topology`: ")

    in_an_editor(fabric, play)
