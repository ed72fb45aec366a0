"""Apply every code mutation in a copy of the project and say which ones no test catches: `make mutate-code`."""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from tests.code_mutations.mutations import all_mutations, copy_project, outcome, run_tests


def main() -> int:
    """Print one line for each mutation and how many are caught; return 1 where one is not."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="mutations whose name or file holds this text")
    wanted = parser.parse_args().only
    mutations = [one for one in all_mutations() if wanted in one.name or wanted in one.file]
    if not mutations:
        parser.error(f"no mutation has a name or a file with {wanted!r}")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        copy_project(folder)
        code, output = run_tests(tuple(dict.fromkeys(test for one in mutations for test in one.tests)), folder)
        if code:
            print(output)
            print("the tests fail without any mutation")
            return 1
        survivors = []
        for one in mutations:
            begun = time.monotonic()
            because = outcome(one, folder)
            survivors += [because] if because else []
            print(
                f"{'NOT CAUGHT' if because else 'caught':10} {time.monotonic() - begun:4.1f} s  {one.name}", flush=True
            )
    packages = Counter(one.file.split("/")[1] for one in mutations)
    print(f"\n{len(mutations) - len(survivors)} of {len(mutations)} mutations caught, in {len(packages)} packages")
    print(*survivors, sep="\n")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
