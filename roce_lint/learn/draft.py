"""An intent that is being learnt: as text, as a plan, and as the fabric that it renders."""

from __future__ import annotations

from roce_lint.errors import IntentError, PlatformError, TemplateError
from roce_lint.fabric.fabric import Fabric
from roce_lint.intent.expand import expand
from roce_lint.intent.load import parse_intent
from roce_lint.intent.model import Intent
from roce_lint.intent.plan import FabricPlan
from roce_lint.judge.check import build_fabric
from roce_lint.judge.given import NOTHING_SAID
from roce_lint.learn.topology import IntentSection
from roce_lint.learn.yaml_text import yaml_text
from roce_lint.read.read_documents import read_documents
from roce_lint.render.render import render_fabric
from roce_lint.text.document import Document

_ORDER = (
    *("schema", "name", "profile", "topology", "platforms", "devices", "links", "hosts", "addressing", "as_numbers"),
    *("bgp", "load_balancing", "mtu", "roce", "tenants", "management", "hardening", "external", "extra"),
)
DRAFT = "learnt.roce.yaml"


def written(document: IntentSection) -> str:
    """Return the text of an intent, its sections in the usual order and empty ones left out."""
    kept = {key: document[key] for key in _ORDER if key in document and document[key] not in ({}, [])}
    return yaml_text(kept)


def intent_of(document: IntentSection) -> Intent:
    """Return the intent. Raises IntentError for a bad one."""
    return parse_intent(written(document), DRAFT)


def plan_of(document: IntentSection) -> FabricPlan:
    """Return the plan of an intent. Raises IntentError for an impossible one."""
    return expand(intent_of(document))[0]


def rendered_fabric(text: str) -> Fabric:
    """Return the fabric that an intent's text renders, read from its files alone as a gate reads a folder.

    Raises IntentError for a bad intent, PlatformError or TemplateError for one that cannot be rendered.
    """
    return build_fabric(read_documents(rendered_documents(text)), NOTHING_SAID)


def rendered_documents(text: str) -> tuple[Document, ...]:
    """Return the files that an intent's text renders. Raises as `rendered_fabric` does."""
    return tuple(Document(file.path, file.text) for file in render_fabric(parse_intent(text, DRAFT)))


def if_rendered(better: IntentSection, document: IntentSection, rendered: Fabric) -> tuple[IntentSection, Fabric]:
    """Return the better intent and what it renders; those that are there where it cannot be rendered."""
    try:
        return better, rendered_fabric(written(better))
    except (IntentError, PlatformError, TemplateError):
        return document, rendered
