"""The server of the Language Server Protocol, over standard input and output.

One folder is served, the first that the editor opens. Configurations are checked together, in a thread, when nobody has
typed for a moment; intents, rules and waiver files are checked by themselves at once.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from pathlib import Path

from lsprotocol import types as lsp
from pygls import uris
from pygls.lsp.server import LanguageServer

from roce_lint.editor.completion import (
    Suggestion,
    complete_intent,
    complete_rule,
    complete_waivers,
    describe_intent_key,
)
from roce_lint.editor.definition import definition_at
from roce_lint.editor.diagnostics import FileKind, diagnostics_of, kind_of, line_range, own_problems, problem_diagnostic
from roce_lint.editor.folder import Checked, OpenFolder, text_on_disk
from roce_lint.editor.hover import hover_text
from roce_lint.fix.case import Draft
from roce_lint.judge.finding import Finding
from roce_lint.version import version

QUIET_SECONDS = 0.3
"""So long nobody must have typed before the folder is checked."""
SETTLED_SECONDS = 60.0
"""So long a question about a fix waits for a check that is under way."""


class Server(LanguageServer):
    """What is known of the open folder."""

    def __init__(self) -> None:
        super().__init__("roce-lint", version())
        self.folder = OpenFolder()
        self.root = Path.cwd()
        self.checked: Checked | None = None
        self.asked = 0
        self.answered = 0
        self.busy = asyncio.Lock()
        self.shown: set[str] = set()

    def path_of(self, uri: str) -> str:
        """Return the path of a document as seen from the folder, or as it is where it lies elsewhere."""
        name = uris.to_fs_path(uri) or ""
        inside = os.path.relpath(os.path.realpath(name), os.path.realpath(self.root)) if name else ""
        return inside.replace(os.sep, "/") if inside and not inside.startswith("..") else name

    def uri_of(self, path: str) -> str:
        """Return the URI of a path as seen from the folder."""
        return uris.from_fs_path(str(self.root / path)) or ""

    def open_texts(self) -> dict[str, str]:
        """Return the text of every open document by its path."""
        return {self.path_of(uri): document.source for uri, document in self.workspace.text_documents.items()}

    def knows(self, path: str, text: str) -> bool:
        """Say whether the last check has read a configuration as it is, and nobody has asked for another since."""
        is_config = kind_of(path, self.checked) is FileKind.CONFIGURATION
        return is_config and self.answered == self.asked and self.has_read(path, text)

    def has_read(self, path: str, text: str) -> bool:
        """Say whether the last check has read this text of a file."""
        return self.checked is not None and self.checked.texts.get(path) == text

    async def check_soon(self) -> None:
        """Check the folder once nobody has typed for a moment, and show what is found."""
        self.asked += 1
        mine = self.asked
        await asyncio.sleep(QUIET_SECONDS)
        async with self.busy:
            if mine != self.asked:
                return
            texts = self.open_texts()
            checked = await asyncio.to_thread(self.folder.check, texts)
            self.checked, self.answered = checked, mine
        self.show(checked, texts)

    def show(self, checked: Checked, texts: dict[str, str]) -> None:
        """Publish the diagnostics of every file, and none for files that had some before."""

        def text_of(path: str) -> str:
            return texts[path] if path in texts else checked.texts.get(path) or text_on_disk(path)

        found = diagnostics_of(checked, text_of, self.uri_of)
        for path, text in texts.items():
            kind = kind_of(path, checked)
            if kind is not FileKind.CONFIGURATION:
                problems = own_problems(kind, path, text, checked)
                found[path] = [problem_diagnostic(one, text) for one in problems if one.path == path]
        for path in sorted(self.shown - found.keys()):
            self.publish(path, [])
        for path, diagnostics in sorted(found.items()):
            self.publish(path, diagnostics)
        self.shown = {path for path, diagnostics in found.items() if diagnostics}

    def publish(self, path: str, diagnostics: list[lsp.Diagnostic]) -> None:
        """Show the diagnostics of one file in place of those that it had."""
        self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(self.uri_of(path), diagnostics))


def make_server() -> Server:
    """Return a server with all its features."""
    server = Server()

    @server.feature(lsp.INITIALIZE)
    def initialize(params: lsp.InitializeParams) -> None:
        folders = params.workspace_folders or []
        uri = folders[0].uri if folders else params.root_uri
        name = uris.to_fs_path(uri) if uri else None
        if name and os.path.isdir(name):
            server.root = Path(name)
            # Settings, intents and findings name files as seen from the folder.
            os.chdir(name)

    @server.feature(lsp.INITIALIZED)
    async def initialized(_params: lsp.InitializedParams) -> None:
        await server.check_soon()

    @server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    async def opened(params: lsp.DidOpenTextDocumentParams) -> None:
        document = params.text_document
        path = server.path_of(document.uri)
        if not server.knows(path, document.text):
            await server.check_soon()
        elif server.checked is not None and server.checked.fixes is not None:
            await asyncio.to_thread(server.checked.fixes.prepare, (path,))

    @server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    async def changed(_params: lsp.DidChangeTextDocumentParams) -> None:
        await server.check_soon()

    @server.feature(lsp.TEXT_DOCUMENT_DID_SAVE)
    async def saved(_params: lsp.DidSaveTextDocumentParams) -> None:
        await server.check_soon()

    @server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    async def closed(_params: lsp.DidCloseTextDocumentParams) -> None:
        await server.check_soon()

    @server.feature(lsp.TEXT_DOCUMENT_HOVER)
    async def hover(params: lsp.HoverParams) -> lsp.Hover | None:
        return await _hover(server, params)

    @server.feature(lsp.TEXT_DOCUMENT_DEFINITION)
    async def definition(params: lsp.DefinitionParams) -> lsp.Location | None:
        return await _definition(server, params)

    @server.feature(lsp.TEXT_DOCUMENT_CODE_ACTION, lsp.CodeActionOptions([lsp.CodeActionKind.QuickFix]))
    async def actions(params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        return await _actions(server, params)

    @server.feature(lsp.TEXT_DOCUMENT_COMPLETION, lsp.CompletionOptions(trigger_characters=[" ", ".", "{"]))
    def complete(params: lsp.CompletionParams) -> list[lsp.CompletionItem]:
        return _complete(server, params)

    return server


async def _hover(server: Server, params: lsp.HoverParams) -> lsp.Hover | None:
    """Return what a line means: a key of an intent, or facts of a configuration."""
    path, line = server.path_of(params.text_document.uri), params.position.line
    if kind_of(path, server.checked) is FileKind.INTENT:
        text = describe_intent_key(server.open_texts().get(path, ""), line)
    elif server.checked is not None:
        text = await asyncio.to_thread(hover_text, server.checked, path, line + 1)
    else:
        text = ""
    return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, text)) if text else None


async def _definition(server: Server, params: lsp.DefinitionParams) -> lsp.Location | None:
    """Return where the name under the cursor is defined, or the port at the other end of a cable."""
    if server.checked is None:
        return None
    path, at = server.path_of(params.text_document.uri), params.position
    texts = server.open_texts()
    text = texts.get(path, "")
    there = await asyncio.to_thread(definition_at, server.checked, path, text, at.line + 1, at.character)
    if there is None:
        return None
    text = texts.get(there.file) or server.checked.texts.get(there.file, "")
    return lsp.Location(server.uri_of(there.file), line_range(text, there.line))


async def _actions(server: Server, params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
    """Return the fixes of findings in some lines; the safe ones are preferred."""
    path = server.path_of(params.text_document.uri)
    first, last = params.range.start.line + 1, params.range.end.line + 1
    texts = server.open_texts()
    if not server.has_read(path, texts.get(path, "")):
        # The check of this text is under way; that of another file does not matter.
        async with asyncio.timeout(SETTLED_SECONDS), server.busy:
            texts = server.open_texts()
    checked = server.checked
    if checked is None or checked.fixes is None or not server.has_read(path, texts.get(path, "")):
        return []
    found = [*checked.fixes.at(path, first, last)]
    return [_action(server.uri_of(path), finding, draft, texts[path]) for finding, draft in found]


def _action(uri: str, finding: Finding, draft: Draft, text: str) -> lsp.CodeAction:
    """Return one fix with its edits of whole lines."""
    ending = "\r\n" if "\r\n" in text else "\n"
    edits: list[lsp.TextEdit | lsp.AnnotatedTextEdit | lsp.SnippetTextEdit] = []
    for edit in draft.edits:
        whole = line_range(text, edit.line)
        whole = lsp.Range(lsp.Position(whole.start.line, 0), whole.end)
        edits.append(lsp.TextEdit(whole, ending.join((edit.new, *edit.added))))
    document = lsp.OptionalVersionedTextDocumentIdentifier(uri)
    review = f" (first decide: {draft.unsafe})" if draft.unsafe else ""
    return lsp.CodeAction(
        f"{finding.code}: {draft.title}{review}",
        kind=lsp.CodeActionKind.QuickFix,
        is_preferred=not draft.unsafe,
        edit=lsp.WorkspaceEdit(document_changes=[lsp.TextDocumentEdit(document, edits)]),
    )


def _complete(server: Server, params: lsp.CompletionParams) -> list[lsp.CompletionItem]:
    """Return the words that fit at a cursor of an intent, a rule or a waiver file."""
    path = server.path_of(params.text_document.uri)
    text = server.open_texts().get(path, "")
    line, column = params.position.line, params.position.character
    found: list[Suggestion] = []
    match kind_of(path, server.checked):
        case FileKind.INTENT:
            found = complete_intent(text, line, column)
        case FileKind.RULE:
            found = complete_rule(text, line, column)
        case FileKind.WAIVERS:
            found = complete_waivers(text, line, column, server.checked.rules if server.checked else ())
        case FileKind.CONFIGURATION:
            pass
    return [
        lsp.CompletionItem(
            one.word,
            kind=lsp.CompletionItemKind.Property if one.is_key else lsp.CompletionItemKind.Value,
            documentation=one.about or None,
            insert_text=f"{one.word}: " if one.is_key else one.word,
        )
        for one in found
    ]


def serve(start: Callable[[Server], None] = LanguageServer.start_io) -> None:
    """Serve until the editor says that it leaves."""
    start(make_server())
