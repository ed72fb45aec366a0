"""Mistakes in SR Linux configurations: what is changed, where, and what every engineer expects to hear of it."""

from tests.exams.config_lines import Add, Cut, Fault, Swap

MUST, SHOULD = "must", "should"
PORTS = "@host|fabric"
ENTRY = "@qos:host|qos:fabric"
SUB = "@sub:host|sub:fabric"
PAUSE = r"PFC|pause|paus|lossless"
OF_ENTRY = r"^qos > interfaces > interface [^ ]+"
CODE = r"dscp-policy <classify> > dscp <dscp> > forwarding-class fc<prio>$"

SRLINUX_FAULTS = (
    Fault("pfc not enabled at one port", MUST, ENTRY, (Swap("pfc-enable true$", "pfc-enable false"),), PAUSE,
          peer=True),
    Fault("pfc forgotten at one port", MUST, ENTRY, (Cut("> pfc >", every=True, until=OF_ENTRY),), PAUSE, peer=True),
    Fault("pause not obeyed", MUST, "", (Swap("enable-pfc true$", "enable-pfc false"),), PAUSE, broad=True, peer=True),
    Fault("another priority sent", MUST, "", (Swap("(pfc-queue pfc-roce > pfc-pause-frame-priority) <prio>$",
          r"\1 <other>"),),
          PAUSE, broad=True, peer=True),
    Fault("another priority obeyed", MUST, "", (
        Swap("(received-pfc-pause-frames > queue .* pfc-pause-frame-priority) <prio>$", r"\1 <other>"),), PAUSE,
        broad=True,
          peer=True),
    Fault("class without pause queue", MUST, "", (Cut("pfc-queue pfc-roce > forwarding-class fc<prio>"),), PAUSE,
          broad=True),
    Fault("best effort pauses as well", MUST, "", (
        Swap("(pfc-queue pfc-roce > forwarding-class) fc<prio>$", r"\1 fc0 fc<prio>"),), PAUSE, broad=True),
    Fault("classifier forgotten at one port", MUST, SUB, (Cut("> input > classifiers", every=True, until=OF_ENTRY),),
          "class|DSCP|marking|lossy|polic"),
    Fault("classifier misspelt", MUST, SUB, (Swap("(classifiers > dscp-policy) (.*)", r"\1 \2-new"),), "-new"),
    Fault("roce of another dscp", MUST, "", (Swap("(dscp-policy <classify>) > dscp <dscp> >", r"\1 > dscp 10 >"),),
          "DSCP|lossy|class|marking", near="dscp-policy <classify>", broad=True, when="isolated-map.*fabric-of-many"),
    Fault("roce in best effort", MUST, "", (Swap(CODE, "dscp-policy <classify> > dscp <dscp> > forwarding-class fc0"),),
          "DSCP|lossy|class|marking", broad=True, when="isolated-map"),
    Fault("cnp in the class of roce", MUST, "", (Swap("(dscp 48 > forwarding-class) fc6", r"\1 fc<prio>"),),
          "CNP|48|control",
          broad=True),
    Fault("no marking at all", MUST, "", (Cut("explicit-congestion-notification"),), "ECN|mark", broad=True,
          near="queue-management-profile|wred-slope"),
    Fault("curve not bound at one port", MUST, ENTRY, (Cut("queue-management-profile ecn-", until=OF_ENTRY),),
          "ECN|mark"),
    Fault("no burst size for the curve", MUST, "", (
        Swap("(buffer-allocation-profile .*-out > .*maximum-burst-size) \\d+", r"\1 0"),), "ECN|mark|burst|buffer",
        broad=True,
          near="queue-management-profile"),
    Fault("kmin above kmax", MUST, "", (Swap(r"min-threshold(-percent)? \d+", r"min-threshold\1 99"),
        Swap(r"max-threshold(-percent)? \d+", r"max-threshold\1 40")), "minimum|maximum|Kmin|Kmax|threshold"),
    Fault("curve that never marks", MUST, "", (Swap(r"max-drop-probability-percent \d+",
          "max-drop-probability-percent 0"),),
          "probab|mark|Pmax|curve"),
    Fault("slope that drops", MUST, "", (Swap("wred-slope all all true", "wred-slope all all false", every=True),),
          "drop|mark|ECN", broad=True, near="queue-management-profile"),
    Fault("watchdog off", MUST, "", (Swap("deadlock > enable true", "deadlock > enable false"),), "watchdog|deadlock",
          at="leaf", broad=True, near="pfc-enable"),
    Fault("watchdog forgotten", MUST, "", (Cut("> deadlock >", every=True, until=".*received-pfc-pause-frames"),),
          "watchdog|deadlock", at="leaf", broad=True, near="pfc-enable"),
    Fault("ip-mtu forgotten", MUST, PORTS, (Cut("> ip-mtu", until="^interface .* > subinterface 0"),), "MTU",
          peer=True),
    Fault("ip-mtu too small", MUST, PORTS, (Swap(r"ip-mtu \d+", "ip-mtu 4000"),), "MTU", peer=True),
    Fault("link pause received", MUST, PORTS, (Swap("receive false$", "receive true"),), "pause|flow-control|802.3x"),
    Fault("no headroom reserved", MUST, "", (Swap(r"pfc-buffer-reservation \d+", "pfc-buffer-reservation 0"),),
          "eadroom|reserv", broad=True),
    Fault("egress limit below the ingress one", MUST, "", (
        Swap("(buffer-allocation-profile .*-out > .*maximum-burst-size) \\d+", r"\1 90000"),),
        "egress|burst|buffer|drop|mark|Kmin",
          broad=True),
    Fault("pauses before it marks", MUST, "", (
        Swap("(buffer-allocation-profile .*-in > .*maximum-burst-size) \\d+", r"\1 52000"),), "ECN|mark|pause",
        broad=True,
          near="threshold"),
    Fault("queue not defined", MUST, "", (Cut("^qos > queues > queue <queue> ", until="^qos > queues"),), "<queue>",
          broad=True, near="<queue>$"),
    Fault("two queues of one index", MUST, "", (Swap("(^qos > queues > queue <cnpqueue> > queue-index) 6",
          r"\1 <prio>"),),
          "queue|index|CNP", broad=True, near="^qos > queues > queue"),
    Fault("rewritten to zero", MUST, SUB, (
        Add("output\n rewrite-rules\n  dscp-policy remark"),), "rewrit|DSCP|remark",
        top="qos\n rewrite-rules\n  dscp-policy remark\n"
          "   map fc0\n    dscp 0", when="routed"),
    Fault("percent and bytes in one curve", MUST, "", (Swap(r"> max-threshold \d+", "> max-threshold-percent 80"),),
          "percent|bytes|threshold|mark", broad=True),
    Fault("routes not exported", MUST, "", (Cut("group fabric > export-policy"),), "export|route|exchange|polic",
          when="fabric-of-many"),
    Fault("another route target", MUST, "", (Swap("import-rt target:110:110", "import-rt target:110:111"),),
          "route target", sibling=True),
    Fault("wrong neighbour as", MUST, "", (Swap(r"(neighbor 10\.[1-8]\S* > peer-as) \d+", r"\1 64999"),), "AS|peer-as",
          peer=True),
    Fault("payload of tunnels not classified", SHOULD, "", (Cut("vxlan-default"),), "tunnel|vxlan|VXLAN|class",
          near="dscp-policy|^tunnel-interface", info=True),
    Fault("headroom left at one percent", SHOULD, "", (Cut("pfc-buffer-reservation"),), "eadroom|reserv",
          near="pfc-enable|maximum-pfc-reserved|^qos > (explicit|queues)"),
    Fault("roce strict", SHOULD, "", (Swap("scheduler 1 > input data >", "scheduler 0 > input data >", every=True),),
          "strict"),
    Fault("averaged depth", SHOULD, "", (Swap("weight-factor 0", "weight-factor 10"),), "averag|weight"),
    Fault("one path of several", SHOULD, "", (Cut("maximum-paths", until=".*afi-safi ipv4-unicast"),), "path",
          when="two-up",
          at="leaf", near="autonomous-system|neighbor"),
    Fault("cnp in best effort", SHOULD, "", (Swap("(dscp 48 > forwarding-class) fc6", r"\1 fc0"),), "CNP|48"),
)  # fmt: skip
