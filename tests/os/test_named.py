"""Names are followed from the line that uses them to the line that defines them, on every system."""

from __future__ import annotations

import pytest

from roce_lint.os.registry import switch_names, switch_os
from roce_lint.text.document import Document

EOS = """\
qos profile ROCE
   priority-flow-control on
policy-map type quality-of-service MARK
   class STORAGE
class-map type qos match-any STORAGE
route-map OUT permit 10
   match ip address prefix-list LOOPBACKS
ip prefix-list LOOPBACKS seq 10 permit 10.0.0.0/8 le 32
interface Ethernet1/1
   service-profile ROCE
   service-policy type qos input MARK
   service-profile NONE
router bgp 65001
   neighbor 10.0.0.1 route-map OUT out
"""
NXOS = """\
class-map type qos match-all STORAGE
  match dscp 26
policy-map type qos MARK
  class STORAGE
policy-map type queuing QUEUES
  class type queuing c-out-8q-q3
interface Ethernet1/1
  service-policy type qos input MARK
  service-policy type queuing output QUEUES
"""
SRLINUX = """\
set / qos classifiers dscp-policy ROCE dscp 26 forwarding-class LOSSLESS
set / qos forwarding-classes forwarding-class LOSSLESS output unicast-queue Q3
set / qos queues queue Q3 queue-index 3
set / qos interfaces interface ethernet-1/1 interface-ref interface ethernet-1/1
set / qos interfaces interface ethernet-1/1 input classifiers dscp-policy ROCE
"""
SONIC = """\
{
  "DSCP_TO_TC_MAP": {
    "AZURE": {"26": "3"}
  },
  "WRED_PROFILE": {
    "LOSSLESS": {"ecn": "ecn_all"}
  },
  "PORT": {"Ethernet0": {"lanes": "0"}},
  "PORT_QOS_MAP": {
    "Ethernet0": {
      "dscp_to_tc_map": "[DSCP_TO_TC_MAP|AZURE]"
    }
  },
  "QUEUE": {
    "Ethernet0|3": {
      "wred_profile": "LOSSLESS"
    }
  }
}
"""
CUMULUS = """\
- set:
    interface:
      swp1:
        qos:
          pfc:
            profile: LOSSLESS
    qos:
      congestion-control:
        LOSSLESS:
          traffic-class:
            '3': {}
      pfc:
        LOSSLESS:
          switch-priority:
            '3': {}
"""
JUNOS = """\
class-of-service {
    classifiers {
        dscp ROCE {
            forwarding-class NO-LOSS loss-priority low code-points 011010;
        }
    }
    forwarding-classes {
        class NO-LOSS queue-num 3 no-loss;
    }
    scheduler-maps {
        SM {
            forwarding-class NO-LOSS scheduler SC;
        }
    }
    schedulers {
        SC {
            drop-profile-map loss-priority any protocol any drop-profile DP;
        }
    }
    drop-profiles {
        DP {
            interpolate {
                fill-level [ 10 50 ];
                drop-probability [ 0 100 ];
            }
        }
    }
    interfaces {
        et-0/0/0 {
            scheduler-map SM;
            unit 0 {
                classifiers {
                    dscp ROCE;
                }
            }
        }
    }
}
policy-options {
    policy-statement OUT {
        then accept;
    }
    policy-statement LAST {
        then reject;
    }
}
protocols {
    bgp {
        group up {
            export ( OUT && LAST );
        }
    }
}
"""
TEXTS = {"eos": EOS, "nxos": NXOS, "srlinux": SRLINUX, "sonic": SONIC, "cumulus": CUMULUS, "junos": JUNOS}
FOLLOWED = (
    ("eos", "   service-profile ROCE", "ROCE", "qos profile ROCE"),
    ("eos", "   service-policy type qos input MARK", "input", "policy-map type quality-of-service MARK"),
    ("eos", "   class STORAGE", "STORAGE", "class-map type qos match-any STORAGE"),
    ("eos", "   neighbor 10.0.0.1 route-map OUT out", "OUT", "route-map OUT permit 10"),
    ("eos", "   match ip address prefix-list LOOPBACKS", "", "ip prefix-list LOOPBACKS seq 10"),
    ("eos", "   service-profile NONE", "NONE", ""),
    ("nxos", "  service-policy type qos input MARK", "MARK", "policy-map type qos MARK"),
    ("nxos", "  service-policy type queuing output QUEUES", "QUEUES", "policy-map type queuing QUEUES"),
    ("nxos", "  class STORAGE", "STORAGE", "class-map type qos match-all STORAGE"),
    ("srlinux", "input classifiers dscp-policy ROCE", "ROCE", "set / qos classifiers dscp-policy ROCE"),
    ("srlinux", "forwarding-class LOSSLESS", "LOSSLESS", "set / qos forwarding-classes forwarding-class LOSSLESS"),
    ("srlinux", "output unicast-queue Q3", "Q3", "set / qos queues queue Q3"),
    ("sonic", '"dscp_to_tc_map"', "AZURE", '    "AZURE"'),
    ("sonic", '"wred_profile"', "LOSSLESS", '    "LOSSLESS"'),
    ("cumulus", "profile: LOSSLESS", "LOSSLESS", "        LOSSLESS:\n          switch-priority"),
    ("junos", "scheduler-map SM;", "SM", "        SM {"),
    ("junos", "forwarding-class NO-LOSS scheduler SC;", "SC", "        SC {"),
    ("junos", "forwarding-class NO-LOSS scheduler SC;", "NO-LOSS", "        class NO-LOSS"),
    ("junos", "drop-profile DP;", "DP", "        DP {"),
    ("junos", "dscp ROCE;", "ROCE", "        dscp ROCE {"),
    ("junos", "export ( OUT && LAST );", "LAST", "    policy-statement LAST"),
)


def line_of(text: str, part: str) -> int:
    return text[: text.index(part)].count("\n") + 1


@pytest.mark.parametrize(("system", "use", "word", "definition"), FOLLOWED)
def test_a_name_leads_to_its_definition(system: str, use: str, word: str, definition: str) -> None:
    text = TEXTS[system]
    names = switch_os(system).names(Document("x", text))
    named = names.named_at(line_of(text, use), word)
    assert named is not None
    place = names.definitions.get(named)
    assert (place.line if place else 0) == (line_of(text, definition) if definition else 0)


@pytest.mark.parametrize("system", switch_names())
def test_every_system_follows_names_and_never_raises(system: str) -> None:
    assert system in {one for one, *_ in FOLLOWED}
    for text in ("", "\x00{[", "{", "<a", TEXTS[system][: len(TEXTS[system]) // 2]):
        names = switch_os(system).names(Document("x", text))
        assert names.named_at(99, "x") is None
