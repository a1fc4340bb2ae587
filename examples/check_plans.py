"""Every plan of a folder, run through the command; what fails is told with its place.

    python3 examples/check_plans.py traces/srpg-movement npx lockstep
"""
import json
import pathlib
import subprocess
import sys

folder, *lockstep = sys.argv[1:]
failed = 0
for plan in sorted(pathlib.Path(folder).glob("*.toml")):
    run = subprocess.run([*lockstep, "run", str(plan), "--json"], capture_output=True, text=True)
    answer = json.loads(run.stdout)
    # 0: all as expected, 1: something differs, 2: the plan cannot be run, and `error` says why
    if answer["exit"] == 0:
        print(f"{plan.name}: {answer['compared']} values as expected")
    else:
        failed += 1
        print(f"{plan.name}: {answer.get('error') or answer['failures']}")
sys.exit(1 if failed else 0)
