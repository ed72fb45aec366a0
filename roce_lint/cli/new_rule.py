"""A site rule to start from: every key that is needed, with what belongs there."""

from __future__ import annotations

import json
from pathlib import Path

from roce_lint.errors import Problem, UsageError
from roce_lint.judge.file_schemas import rule_schema
from roce_lint.judge.rule import Rule

_TEXT = """\
# yaml-language-server: $schema=./roce-rule.schema.json
id: {id}
code: {code}
title: What is healthy, in one line without a full stop
severity: warning          # error: traffic is lost; warning: it degrades; info
confidence: should         # must: a standard or arithmetic; should: experience; heuristic
for: port                  # the scope: docs/facts.md lists scopes and their facts
when:                      # the objects that the rule applies to; [] for all
  - device.name matches "leaf*"
  - port.in_domain
require: port.ip_mtu_bytes >= 9000
message: The MTU is {{port.ip_mtu_bytes}} bytes, and this site has 9000 or more
why: What happens if it is not fixed.
fix: What to do.
sources: ["Where this can be looked up"]
examples:                  # optional; 'roce-lint rules test FOLDER' runs them
  - vendor: eos
    verdict: violated
    lines: ["mtu 1500"]    # what the line to fix says, or its number
    config: |
      hostname leaf1
      interface Ethernet1/1
         description roce
         mtu 1500
         no switchport
         service-profile ROCE
      qos profile ROCE
         priority-flow-control on
         priority-flow-control priority 3 no-drop
  - vendor: eos
    verdict: satisfied     # the violated example with these lines replaced; 'config' writes it out
    diff: |
      -   mtu 1500
      +   mtu 9214
"""


def write_new_rule(target: Path, known: tuple[Rule, ...]) -> None:
    """Write a rule to start from, with a free code, and the schema for editors beside it.

    Raises UsageError for a file that exists or a wrong name.
    """
    if target.suffix != ".yaml" or "-" not in target.stem or len(target.parts) < 2:
        text = "name the file FOLDER/FAMILY/words-that-name-the-fault.yaml; its name becomes the id"
        raise UsageError(Problem(str(target), 0, 0, text))
    if target.exists():
        raise UsageError(Problem(str(target), 0, 0, "is there already; name another file"))
    taken = {rule.code for rule in known}
    code = next(code for number in range(1, 1000) if (code := f"SITE-{number:03}") not in taken)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(_TEXT.format(id=target.stem, code=code), "utf-8")
        schema = json.dumps(rule_schema(), indent=2, sort_keys=True)
        (target.parent / "roce-rule.schema.json").write_text(f"{schema}\n", "utf-8")
    except OSError as error:
        raise UsageError(Problem(str(target), 0, 0, f"cannot be written: {error.strerror}")) from error
