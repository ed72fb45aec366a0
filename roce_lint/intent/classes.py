"""The traffic classes of the fabric, with every share computed."""

from __future__ import annotations

from roce_lint.intent.model import Intent
from roce_lint.intent.model_roce import Profile, RoceClass
from roce_lint.intent.view import ClassPurpose, ClassView, TrimmingView

BEST_EFFORT_SHARE_PERCENT = 20
CNP_NAME = "cnp"
BEST_EFFORT_NAME = "best-effort"
BEST_EFFORT_PRIORITY = 0
TRIMMED_NAME = "trimmed"
TRIMMED_SHARE_PERCENT = 10
_WITHOUT_PFC = (Profile.LOSSY_ROCE, Profile.LOSSY_TRIMMING, Profile.ZERO_TOUCH, Profile.MULTIPATH)
LOSSLESS_PROFILES = tuple(one for one in Profile if one not in _WITHOUT_PFC)
ECN_PROFILES = tuple(one for one in Profile if one not in (Profile.PFC_ONLY, Profile.ZERO_TOUCH))

_STANDARD = RoceClass()
_STORAGE = RoceClass(name="roce-storage", priority=4, dscp=(34,))


def roce_classes(intent: Intent) -> tuple[RoceClass, ...]:
    """Return the RoCE classes: those given, else `roce`, and `roce-storage` as well in the two-lossless profile."""
    if intent.roce.classes is not None:
        return intent.roce.classes
    return (_STANDARD, _STORAGE) if intent.design is Profile.TWO_LOSSLESS else (_STANDARD,)


def shares_percent(intent: Intent) -> tuple[tuple[int, ...], int]:
    """Return the shares of the RoCE classes and of best effort.

    With those of the other classes and of trimmed packets they sum to 100, unless the given ones cannot.

    Best effort gets 20% if omitted (or what fully given classes leave); classes without a share divide the rest.
    """
    classes = roce_classes(intent)
    whole = 100 - trimmed_share_percent(intent)
    given = sum(one.share for one in classes if one.share is not None)
    given += sum(one.share for one in intent.roce.other_classes)
    open_classes = [one for one in classes if one.share is None]
    best_effort = intent.roce.best_effort.share
    if best_effort is None:
        best_effort = min(BEST_EFFORT_SHARE_PERCENT, max(0, whole - given)) if open_classes else max(0, whole - given)
    left = max(0, whole - given - best_effort)
    each, extra = divmod(left, len(open_classes)) if open_classes else (0, 0)
    shares: list[int] = []
    for one in classes:
        if one.share is not None:
            shares.append(one.share)
        else:
            shares.append(each + (1 if extra > 0 else 0))
            extra -= 1
    return tuple(shares), best_effort


def trimmed_share_percent(intent: Intent) -> int:
    """Return the share of trimmed packets, 0 in every other profile."""
    if intent.design is not Profile.LOSSY_TRIMMING:
        return 0
    share = intent.roce.trimming.share
    return TRIMMED_SHARE_PERCENT if share is None else share


def trimming_view(intent: Intent) -> tuple[TrimmingView, ...]:
    """Return how switches trim packets; nothing where they do not."""
    if intent.design is not Profile.LOSSY_TRIMMING:
        return ()
    wish = intent.roce.trimming
    data = tuple(sorted({one.priority for one in roce_classes(intent)}))
    return (TrimmingView(wish.size, wish.dscp, wish.priority, data),)


def class_views(intent: Intent) -> tuple[ClassView, ...]:
    """Return the classes of the fabric: RoCE in the order given, other ones, CNP, trimmed packets, best effort."""
    lossless = intent.design in LOSSLESS_PROFILES
    shares, best_effort = shares_percent(intent)
    roce = tuple(
        ClassView(
            one.name,
            ClassPurpose.ROCE,
            tuple(sorted(one.dscp)),
            one.priority,
            lossless,
            False,
            share,
            (one.alpha or intent.roce.alpha or "") if lossless else "",
        )
        for one, share in zip(roce_classes(intent), shares, strict=True)
    )
    cnp = intent.roce.cnp
    trimmed = tuple(
        ClassView(
            TRIMMED_NAME, ClassPurpose.TRIMMED, (one.dscp,), one.queue, False, False, trimmed_share_percent(intent)
        )
        for one in trimming_view(intent)
    )
    others = (
        ClassView(one.name, ClassPurpose.OTHER, tuple(sorted(one.dscp)), one.priority, False, False, one.share)
        for one in intent.roce.other_classes
    )
    return (
        *roce,
        *others,
        ClassView(CNP_NAME, ClassPurpose.CNP, (cnp.dscp,), cnp.priority, False, True, 0),
        *trimmed,
        ClassView(BEST_EFFORT_NAME, ClassPurpose.BEST_EFFORT, (), BEST_EFFORT_PRIORITY, False, False, best_effort),
    )
