"""Measures how soon runs end after a signal; see the script beside this one.

Each phase has a run that spends most of its time there. A run without a signal tells how long it takes; others are
ended at moments spread over that time. The table has the longest wait from the signal to the end of the process."""

import os, signal, subprocess, sys, tempfile, time

LIMIT = 250  # ms
ENDLESS = 4.0  # seconds after which a run counts as one that would go on

SCHEMA = "#@data/values-schema\n---\n"


def each(count, text):
    return "".join(text % i for i in range(count))


def phases():
    """Of each phase: its name, the arguments, and the files."""
    many = "l:\n" + "- a\n" * 1_500_000
    yield "reading", "-f a.txt --file-mark a.txt:type=text-plain", {"a.txt": "x" * 200_000_000}
    yield "YAML", "-f a.yml", {"a.yml": 'a: "' + "a text\\n" * 12_000_000 + '"\n'}
    yield "code scanning", "-f a.star", {"a.star": each(400_000, "x%d = 1 + 1\n")}
    yield "code scanning, one number", "-f a.star", {"a.star": "x = " + "9" * 20_000_000 + "\n"}
    yield "compile", "-f a.yml", {"a.yml": "#@ x = 1\n" + each(400_000, "k%d: #@ x\n")}
    yield "schema", "-f a.yml --data-values-schema-inspect", {"a.yml": SCHEMA + each(400_000, "k%d: ''\n")}
    yield "values", "-f a.yml --data-values-file v.yml --data-values-inspect", {"a.yml": SCHEMA + "l: ['']\n", "v.yml": many}
    yield "values, unknown keys", "-f a.yml --data-values-file v.yml", {"a.yml": SCHEMA + "a: 1\n", "v.yml": each(500_000, "k%d: 1\n")}
    yield "rules", "-f a.yml --data-values-file v.yml --data-values-inspect", {
        "a.yml": SCHEMA + "l:\n#@schema/validation min_len=1\n- ''\n", "v.yml": "l:\n" + "- a\n" * 600_000}
    yield "rules, a long text", "-f a.yml --data-values-file v.yml", {
        "a.yml": SCHEMA + "#@schema/validation pattern='^(a|aa|aaa)*b$'\na: ''\n", "v.yml": "a: '" + "a" * 8_000_000 + "'\n"}
    yield "evaluation", "-f a.yml --max-steps 0", {"a.yml": "#@ while True:\n#@   x = 1\n#@ end\na: 1\n"}
    yield "evaluation, one operation", "-f a.yml", {"a.yml": "a: #@ len(sorted([str(x) for x in range(2000000)]))\n"}
    yield "overlay", "-f a.yml -f b.yml", {
        "a.yml": "x:\n" + each(12_000, "  k%d: 1\n"),
        "b.yml": "#@ load('@ytt:overlay', 'overlay')\n#@overlay/match by=overlay.all\n---\nx:\n" + each(12_000, "  k%d: 2\n")}
    yield "repairs and report", "-f a.yml --data-values-file v.yml --max-problems 0", {"a.yml": SCHEMA + "l: [0]\n", "v.yml": "l:\n" + "- a\n" * 100_000}
    yield "printing", "-f a.yml", {"a.yml": each(700_000, "k%d: 1\n")}
    yield "printing, -o json", "-f a.yml -o json", {"a.yml": each(700_000, "k%d: 1\n")}
    yield "import", "schema import v.yml --from values", {"v.yml": each(100_000, "k%d: 1\n")}
    yield "fmt", "fmt --check -f a.yml", {"a.yml": each(700_000, "k%d: 1\n")}
    yield "waiting for input", "-f -", {}


def run(command, directory, args, after):
    """Runs the command, ends it after a number of seconds, and returns how long it took, or how long after the signal."""
    start = time.monotonic()
    process = subprocess.Popen([command, *args.split()], cwd=directory, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        process.wait(after)
        return time.monotonic() - start, True
    except subprocess.TimeoutExpired:
        pass
    sent = time.monotonic()
    process.send_signal(signal.SIGTERM)
    process.wait()
    return time.monotonic() - sent, False


def main(command, moments):
    failed = False
    print("| phase | the run takes | signals | longest wait |\n| --- | --- | --- | --- |")
    for name, args, files in phases():
        with tempfile.TemporaryDirectory() as directory:
            for path, text in files.items():
                with open(os.path.join(directory, path), "w") as f:
                    f.write(text)
            took, ended = run(command, directory, args, ENDLESS)
            whole = took if ended else ENDLESS
            waits = []
            for i in range(moments):
                wait, early = run(command, directory, args, whole * (i + 0.5) / moments)
                if not early:
                    waits.append(wait * 1000)
            longest = max(waits, default=0)
            failed |= longest > LIMIT or not waits
            print("| %s | %s | %d | %d ms |" % (name, "%.1f s" % took if ended else "longer", len(waits), longest), flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], int(sys.argv[2])))
