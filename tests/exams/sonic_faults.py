"""Mistakes in SONiC databases: what is changed, where, and what every engineer expects to hear of it."""

from tests.exams.config_lines import Cut, Fault, Swap

MUST, SHOULD = "must", "should"
PORTS = "@host|fabric"
PAUSE = r"PFC|pause|paus|lossless"
ROW = "PORT_QOS_MAP > [^>]+"

SONIC_FAULTS = (
    Fault("pause of another priority at one port", MUST, PORTS, (Swap("> pfc_enable <prio>$", "> pfc_enable <other>"),),
          PAUSE, peer=True),
    Fault("pause forgotten at one port", MUST, PORTS, (Cut("> pfc_enable", until=ROW),), PAUSE, peer=True),
    Fault("priorities as a range", MUST, PORTS, (Swap("> pfc_enable <prio>$", "> pfc_enable 3-4"),),
          PAUSE + "|range|3-4", peer=True),
    Fault("classifier forgotten at one port", MUST, PORTS, (Cut("> dscp_to_tc_map", until=ROW),),
          "trust|DSCP|class|marking|lossy"),
    Fault("queue map forgotten at one port", MUST, PORTS, (Cut("> tc_to_queue_map", until=ROW),), "queue|class"),
    Fault("reference in brackets", MUST, PORTS, (Swap(r"> dscp_to_tc_map (\S+)$",
          r"> dscp_to_tc_map [DSCP_TO_TC_MAP|\1]"),),
          r"\[|refer|dscp_to_tc_map|DSCP"),
    Fault("map that is not there", MUST, PORTS, (Swap(r"> dscp_to_tc_map (\S+)$", r"> dscp_to_tc_map \1_V2"),), "_V2"),
    Fault("roce in a lossy class", MUST, "", (Swap("(DSCP_TO_TC_MAP > .* > <dscp>) <prio>$", r"\1 1"),),
          "DSCP|class|lossy|lossless", broad=True, when="fabric-of-many"),
    Fault("cnp in the class of roce", MUST, "", (Swap("(DSCP_TO_TC_MAP > .* > 48) 6$", r"\1 <prio>"),),
          "CNP|48|control", broad=True),
    Fault("roce leaves by another queue", MUST, "", (Swap("(TC_TO_QUEUE_MAP > .* > <prio>) <prio>$", r"\1 1"),),
          "queue", broad=True),
    Fault("everything in the lossless group", MUST, "", (Swap("(TC_TO_PRIORITY_GROUP_MAP > .* > 0) 0$", r"\1 <prio>"),),
          PAUSE + "|group|class", broad=True),
    Fault("wred drops", MUST, "", (Swap("(WRED_PROFILE > .* > ecn) ecn_all$", r"\1 ecn_none"),), "ECN|drop|mark",
          broad=True, near="WRED_PROFILE > .* > wred_green_enable"),
    Fault("no curve on the queue of roce", MUST, r"^QUEUE > [^>]*\|<prio>$", (Cut("> wred_profile",
          until="^QUEUE > [^>]+"),), "ECN|mark"),
    Fault("kmin above kmax", MUST, "", (Swap(r"(green_min_threshold) \d+", r"\1 90000000"),),
          "minimum|maximum|Kmin|Kmax|threshold|refuse", broad=True),
    Fault("no headroom at one port", MUST, r"^BUFFER_PG > [^>]*\|<prio>$", (Swap("profile pg_roce",
          "profile pg_rest"),), "eadroom|lossless|PFC|pause"),
    Fault("no watchdog at a host port", MUST, "@host", (Cut("> pfcwd_sw_enable", until=ROW),), "watchdog",
          near="^PFC_WD"),
    Fault("mtu of ethernet", MUST, "^PORT > [^>]+$", (Swap("mtu 9100", "mtu 1500"),), "MTU", needs="admin_status up",
          peer=True),
    Fault("wrong neighbour as", MUST, "^BGP_NEIGHBOR > [^>]+$", (Swap(r"asn \d+", "asn 64999"),), "AS|asn", peer=True),
    Fault("watchdog only tells", SHOULD, "", (Swap("(PFC_WD > .* > action) drop$", r"\1 alert", every=True),),
          "watchdog|alert|notif", broad=True, at="leaf"),
    Fault("roce strict", SHOULD, "", (Swap("(SCHEDULER > roce > type) DWRR", r"\1 STRICT"),), "strict", broad=True,
          near="SCHEDULER > roce"),
    Fault("no share for roce", SHOULD, "", (Swap("(SCHEDULER > roce > weight) 60", r"\1 5"),),
          "share|weight|best effort", broad=True),
    Fault("alpha of 1/128", SHOULD, "", (Swap("(BUFFER_PROFILE > pg_roce > dynamic_th) 0", r"\1 -7"),),
          "alpha|threshold|1/128|dynamic", broad=True),
)  # fmt: skip
