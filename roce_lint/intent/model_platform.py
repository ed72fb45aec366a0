"""What an intent says about switch models that the catalogue does not hold, or of which its numbers are not right."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from roce_lint.intent.model_types import IntentPart, PlatformName, SystemName, Text, whole, worded
from roce_lint.intent.quantity import SizeBytes

CageNumbers = Annotated[str, *worded(r"\d+(-\d+)?(,\d+(-\d+)?)*", "cage numbers such as 1-32 or 9,12", "1-64")]
CageMode = Annotated[
    str, *worded(r"\d+x\d+g-\d+", "children, speed and lanes such as 2x400g-4", "1x800g-8", "2x400g-4")
]
SpeedName = Annotated[str, *worded(r"\d+G", "a speed such as 400G", "400G")]


class OwnCages(IntentPart):
    """Cages of the front panel that are alike."""

    cages: CageNumbers = Field(description="Numbers of the cages.")
    connector: Text = Field(description="Transceivers that fit.", examples=["OSFP"])
    lanes: Annotated[int, *whole(1, 16)] = Field(description="Lanes of each cage.")
    modes: tuple[CageMode, ...] = Field(
        min_length=1, description="Ways to use a cage, the usual one first: children, speed and lanes of each child."
    )


class OwnPlatform(IntentPart):
    """A switch model of your own, or one of the catalogue with other numbers; what is left out is as in `extends`."""

    extends: PlatformName = Field(description="The model of the catalogue that it is based on.")
    because: Annotated[Text, Field(min_length=8, max_length=200)] = Field(
        description="Why, and where the values come from; used as their source."
    )
    system: SystemName | None = Field(
        default=None, description="System that it runs; that of the maker of `extends` if omitted."
    )
    model: PlatformName | None = Field(
        default=None, description="The model name that the device reports; the name under `platforms` if omitted."
    )
    ports: tuple[OwnCages, ...] = Field(default=(), description="All cages of the front panel.")
    max_interfaces: Annotated[int, *whole(1, 4096)] | None = Field(
        default=None, description="Maximum number of interfaces."
    )
    buffer: SizeBytes | None = Field(default=None, description="Memory for packets.")
    cell: SizeBytes | None = Field(default=None, description="Size of a cell of the memory.")
    lossless_classes: Annotated[int, *whole(1, 8)] | None = Field(
        default=None, description="Number of lossless classes that it supports."
    )
    headroom: dict[SpeedName, SizeBytes] = Field(
        default={},
        description="Headroom of a lossless priority of a port by speed, regardless of the cable, if a"
        " configuration sets one.",
    )


OwnPlatforms = dict[PlatformName, OwnPlatform]
