#!/bin/sh
# host: gpu1
ip link set dev eth2 mtu 9000
mlnx_qos -i eth2 --trust dscp
mlnx_qos -i eth2 --pfc 0,0,0,1,0,0,0,0
