"""Print how many findings each device has: python findings_by_device.py configs/"""

import sys
from collections import Counter

from roce_lint import lint, load_rules, read_configs

report = lint(read_configs(sys.argv[1]), load_rules())
counts = Counter(
    (place.device or "the fabric", finding.severity.value)
    for finding in report.open_findings
    for place in finding.places
)
for (device, severity), count in sorted(counts.items()):
    print(f"{device}: {count} {severity}")
print(f"{sum(counts.values())} places of {len(report.open_findings)} findings")
