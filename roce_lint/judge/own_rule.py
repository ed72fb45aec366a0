"""Rules of the program's own, which are in no file: they speak of waivers, of lines that are not read, of an intent."""

from __future__ import annotations

from roce_lint.judge.rule import Confidence, Rule, Severity
from roce_lint.judge.vocabulary import Scopes, Vocabulary
from roce_lint.judge.wording import parse_wording
from roce_lint.values import dataclass


@dataclass(frozen=True, slots=True)
class RuleMaker:
    """Makes the rules of one family, all with the same source; `scopes` are those that they may be for."""

    family: str
    source: str
    scopes: Scopes
    waivable: bool = True

    def rule(
        self,
        id: str,
        code: str,
        title: str,
        severity: Severity,
        *,
        when: tuple[str, ...] = (),
        require: str,
        message: str,
        why: str,
        fix: str,
    ) -> Rule:
        """Return a rule for the scope that has the variable of `require`."""
        # The rules are kept with all others, and then nothing is to be parsed.
        from roce_lint.judge.parse_condition import parse_condition

        vocabulary = Vocabulary(self.scopes)
        scope = next(name for name, variables in self.scopes.items() if require.partition(".")[0] in variables)
        return Rule(
            id=id,
            code=code,
            family=self.family,
            severity=severity,
            confidence=Confidence.MUST,
            must_know=False,
            scope=scope,
            when=tuple(parse_condition(text, scope, vocabulary) for text in when),
            require=parse_condition(require, scope, vocabulary),
            place=(),
            related=(),
            suppressed_by=(),
            message=parse_wording(message, scope, vocabulary),
            why=why,
            fix=parse_wording(fix, scope, vocabulary),
            fix_by_os=(),
            sources=(self.source,),
            examples=(),
            file="roce-lint itself",
            waivable=self.waivable,
            title=title,
        )
