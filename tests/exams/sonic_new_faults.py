"""Mistakes in SONiC's tables of the last two years: trimming, link-layer retry, adaptive routing, PFC history."""

from tests.exams.config_lines import Add, Cut, Fault, Swap

MUST, SHOULD = "must", "should"
TRIM = "^SWITCH_TRIMMING > GLOBAL > "
BOTH = "lossless=True"
RETRY = "retries=True"
ADAPT = "adaptive='ARS"
BY_CLASS = "marking='from-tc'"

SONIC_NEW_FAULTS = (
    Fault("heads into the paused queue", MUST, "", (Swap(TRIM + r"queue_index \d+$", "SWITCH_TRIMMING > GLOBAL > "
          "queue_index <prio>"),), "trim.*(pause|lossless)", when=BOTH),
    Fault("heads into the queue that cuts", MUST, "", (Swap(TRIM + r"queue_index \d+$", "SWITCH_TRIMMING > GLOBAL > "
          "queue_index 1"),), "trim", near="^BUFFER_QUEUE > .*q_cut"),
    Fault("heads into a queue that drops early", MUST, "",
          (Swap("(WRED_PROFILE > HEADS > ecn) ecn_all", r"\1 ecn_none"),),
          "drop", near="WRED_PROFILE > HEADS", needs="packet_discard_action trim"),
    Fault("priority group with a profile that cuts", MUST, r"^BUFFER_PG > [^>]*\|0$", (Swap("profile pg_rest",
          "profile q_cut"),), "priority group|trim"),
    Fault("lossless queue cuts", MUST, r"^BUFFER_QUEUE > [^>]*\|<prio>$", (Swap("profile q_roce", "profile q_cut"),),
          "lossless|trim", when=BOTH),
    Fault("no profile cuts", MUST, "", (Swap("packet_discard_action trim", "packet_discard_action drop"),), "trim",
          near="^SWITCH_TRIMMING", needs="^SWITCH_TRIMMING"),
    Fault("cuts without settings", MUST, "", (Cut("^SWITCH_TRIMMING", every=True),), "trim",
          near="^BUFFER_QUEUE > .*q_cut|packet_discard_action", needs="packet_discard_action trim"),
    Fault("class of heads not stated", MUST, "", (Cut("tc_value", until="^SWITCH_TRIMMING > GLOBAL"),),
          "class|tc_value", when=BY_CLASS, near="^SWITCH_TRIMMING"),
    Fault("no map at one port", MUST, "@host|fabric", (Cut("> tc_to_dscp_map", until="PORT_QOS_MAP > [^>]+"),),
          "map|DSCP|mark", when=BY_CLASS, near="^SWITCH_TRIMMING"),
    Fault("map without the class of heads", MUST, "", (Cut("^TC_TO_DSCP_MAP > HEADS > 2 "),), "map|DSCP|mark",
          when=BY_CLASS, near="^SWITCH_TRIMMING"),
    Fault("dscp beyond 63", MUST, "", (Swap(TRIM + "dscp_value 20$", "SWITCH_TRIMMING > GLOBAL > dscp_value 70"),),
          "dscp_value"),
    Fault("heads marked as data", MUST, "",
          (Swap(TRIM + "dscp_value 20$", "SWITCH_TRIMMING > GLOBAL > dscp_value 12"),),
          "trim.*(data|mark|DSCP)"),
    Fault("heads marked as lossless data", MUST, "", (Swap(TRIM + "dscp_value 20$", "SWITCH_TRIMMING > GLOBAL > "
          "dscp_value <dscp>"),), "trim.*(data|mark|DSCP|pause)"),
    Fault("size that the chip refuses", MUST, "", (Swap(TRIM + r"size \d+$", "SWITCH_TRIMMING > GLOBAL > size 9000"),),
          "size|bytes", when="hwsku='[AM]"),
    Fault("size below the headers", MUST, "", (Swap(TRIM + r"size \d+$", "SWITCH_TRIMMING > GLOBAL > size 40"),),
          "header|bytes"),
    Fault("release before trimming", MUST, "", (Swap("(VERSION) version_.*", r"\1 version_202411_02"),), "release",
          near="^SWITCH_TRIMMING|packet_discard_action", when="release='2",
          needs="^SWITCH_TRIMMING|packet_discard_action trim"),
    Fault("release before pfc history", MUST, "", (Swap("(VERSION) version_.*", r"\1 version_202505_01"),),
          "pfc_stat_history|watchdog", near="pfc_stat_history", when="history=True.*release='2.*" + BOTH + "|" + BOTH +
          ".*history=True.*release='2"),
    Fault("word that pfc history has not", MUST, "^PFC_WD > Ethernet[^>]+$", (Swap("pfc_stat_history enable",
          "pfc_stat_history on"),), "pfc_stat_history|watchdog", when="history=True"),
    Fault("retry at one end", MUST, "^LLR_PORT > Ethernet[^>]+$", (Swap("llr_local enabled", "llr_local disabled"),
          Swap("llr_remote enabled", "llr_remote disabled")), "retry|other end", when=RETRY, peer=True),
    Fault("retry in one direction", MUST, "^LLR_PORT > Ethernet[^>]+$",
          (Swap("llr_local enabled", "llr_local disabled"),),
          "direction|reception", when=RETRY),
    Fault("retry profile that is not there", MUST, "^LLR_PORT > Ethernet[^>]+$", (Swap("llr_profile llr_site",
          "llr_profile llr_side"),), "llr_side", when=RETRY),
    Fault("replay buffer far too small", MUST, "", (Swap(r"(max_outstanding_bytes) \d+", r"\1 2000"),),
          "replay|bytes", when=RETRY, needs="^LLR_PORT > Eth"),
    Fault("retry profile without frames", MUST, "", (Cut("max_outstanding_frames", until="^LLR_PROFILE > [^>]+"),),
          "max_outstanding_frames", when=RETRY, needs="^LLR_PORT > Eth"),
    Fault("retry by lldp", MUST, "^LLR_PORT > Ethernet[^>]+$",
          (Swap("llr_mode static", "llr_mode dynamic"),), "llr_mode",
          when=RETRY),
    Fault("adaptive on all but one", MUST, "", (Cut(r"^ARS_INTERFACES? > Ethernet\d+"),), "adaptive|hash",
          when="two-up.*" + ADAPT + "|" + ADAPT + ".*two-up", near="^ARS_INTERFACES?"),
    Fault("adaptive without profile", MUST, "", (Cut("^ARS_PROFILE", every=True),), "ARS_PROFILE|wait", when=ADAPT,
          needs="^ARS_INTERFACES? > ",
          near="^ARS_INTERFACES?"),
    Fault("object that is not there", MUST, "", (Swap("default_ars_object flowlets", "default_ars_object flowlet"),),
          "flowlet|object", when=ADAPT),
    Fault("idle time out of range", MUST, "", (Swap("flowlet_idle_time 256", "flowlet_idle_time 5000"),), "idle",
          when=ADAPT),
    Fault("class beside one dscp", SHOULD, "^SWITCH_TRIMMING > GLOBAL$", (Add("tc_value 2"),), "tc_value",
          lacks="from-tc"),
    Fault("heads without a class", SHOULD, "", (Swap("(DSCP_TO_TC_MAP > .* > 20) 2$", r"\1 0"),), "trim|DSCP 20",
          near="^SWITCH_TRIMMING", when="lossless=.*"),
    Fault("other size on one switch", SHOULD, "", (Swap(TRIM + "size 256$", "SWITCH_TRIMMING > GLOBAL > size 512"),),
          "size|bytes|differ", when="fabric-of-many", near="^SWITCH_TRIMMING", sibling=True),
    Fault("replay timer too short", SHOULD, "", (Swap(r"(max_replay_timer) \d+", r"\1 300"),), "repeat|timer|ns",
          when=RETRY, needs="^LLR_PORT > Eth"),
    Fault("data given up at once", SHOULD, "",
          (Swap(r"(data_age_timeout) \d+", r"\1 500"),), "given up|ns", when=RETRY),
)  # fmt: skip
