"""Measures what hostile inputs cost; see the script beside this one."""

import os, resource, signal, subprocess, sys, tempfile, threading

CPU, MEMORY = 2.0, 512  # seconds; MB beside the input
MB = 1 << 20

SCHEMA = "#@data/values-schema\n---\na: "


def files():
    """Hostile files of about 20 MB, or small ones whose code or nesting is hostile, with more arguments."""
    size = 20 * MB
    many = lambda text: text * (size // len(text))
    return {
        "list.yml": many("- a\n"), "nested-list.yml": many("- - a\n"), "comments.yml": many("# c\n"), "remarks.yml": many("#! c\n"),
        "map.yml": "".join("k%d: 1\n" % i for i in range(1_800_000)), "documents.yml": many("---\na\n"), "flow.yml": "[" + many("1,") + "1]\n",
        "empty-maps.yml": "[" + many("{},") + "1]\n", "empty-lists.yml": "[[" + many("],[") + "]]\n", "plain.yml": many("y\n"), "blank.yml": many("\n"),
        "anchors.yml": "".join("- &a%d b\n" % i for i in range(1_500_000)), "tags.yml": many("- !t b\n"), "long.yml": 'a: "' + "x" * size + '"\n',
        "escapes.yml": 'a: "' + many("\\n") + '"\n', "broken.yml": many("\t\n") + "a: b: c\n", "broken-lines.yml": many("a: b: c\n"),
        "values.yml": many("- #@ 1\n"), "annotations.yml": many("#@x/y\n- 1\n"), "ifs.yml": many("#@ if True:\n#@ end\n"),
        "parts.txt": many('(@= "a" @)'), "statements.txt": many("(@ x = 1 @)"), "text.txt": many("x\n"), "code.star": many("x = 1\n"), "one-line.star": many("x=1;"),
        "names.txt": many("(@= x @)"), "deep.yml": "[" * 9_900 + "]" * 9_900 + "\n", "deep-map.yml": "{a: " * 9_900 + "1" + "}" * 9_900 + "\n",
        "merges.yml": "a0: &a0 {x: 1}\n" + "".join("a%d: &a%d\n  <<: *a%d\n  k%d: 1\n" % (i + 1, i + 1, i, i) for i in range(8000)),
        "laughs.yml": "a0: &a0 [x,x,x,x,x,x,x,x,x]\n" + "".join("a%d: &a%d [%s]\n" % (i + 1, i + 1, ",".join(["*a%d" % i] * 9)) for i in range(12)),
        "loop.yml": "#@ while True:\n#@   x = 1\n#@ end\na: 1\n", "recursion.yml": "#@ def f(x):\n#@   return f(x + 1)\n#@ end\na: #@ f(0)\n",
        "text-loop.yml": "#@ s = ''\n#@ while True:\n#@   s += '0123456789'\n#@ end\na: 1\n", "double.yml": "#@ s = 'x'\n#@ while True:\n#@   s += s\n#@ end\na: 1\n",
        "list-loop.yml": "#@ l = []\n#@ while True:\n#@   l.append('x' * 1000)\n#@ end\na: 1\n", "dict-loop.yml": "#@ d = {}\n#@ i = 0\n#@ while True:\n#@   d[i] = [i]\n#@   i += 1\n#@ end\na: 1\n",
        "nodes.yml": "#@ while True:\n- 1\n#@ end\n", "documents-loop.yml": "#@ while True:\n---\na: 1\n#@ end\n", "text-nodes.txt": "(@ while True: @)text (@ end @)",
        "print.yml": "#@ while True:\n#@   print('x' * 1000)\n#@ end\na: 1\n", "shared.yml": "#@ def f(n):\n#@   if n == 0:\n#@     return 'x' * 100\n#@   end\n#@   v = f(n - 1)\n#@   return [v, v]\n#@ end\na: #@ f(40)\n",
        "range.yml": "a: #@ list(range(1 << 40))\n", "repeat.yml": "a: #@ 'x' * (1 << 40)\n", "sort.yml": "a: #@ sorted(range(1 << 30))\n", "power.yml": "#@ x = 3\n#@ while True:\n#@   x = x * x\n#@ end\na: 1\n",
    }


def runs(directory):
    """Each run: its name, arguments, standard input, bytes of input."""
    # In another process: what this one needs counts for those that it starts.
    subprocess.run([sys.executable, __file__, "--make", directory], check=True)
    for name in sorted(os.listdir(directory)):
        path = os.path.join(directory, name)
        size = os.path.getsize(path)
        yield name, ["-f", path], None, size
        if name.startswith(("list", "flow", "map", "deep")):
            yield "fmt " + name, ["fmt", "--check", "-f", path], None, size
            yield "values " + name, ["-f", os.path.join(directory, "none"), "--data-values-file", path], None, size
    path = os.path.join(directory, "schema.yml")
    for brackets in ("[]", "{}"):
        open_, close = (brackets[0] + ("a: " if brackets == "{}" else "")), brackets[1]
        for form in ("openapi-v3", "json-schema", "html", "markdown", "json", "ytt", "crd"):
            with open(path, "w") as f:
                f.write(SCHEMA + open_ * 9_900 + "1" + close * 9_900 + "\n")
            yield "schema %s as %s" % (brackets, form), ["-f", path, "--data-values-schema-inspect", "-o", form], None, 0
    with open(path, "w") as f:
        f.write(SCHEMA + "[0]\n")
    bad = os.path.join(directory, "bad.yml")
    with open(bad, "w") as f:
        f.write("a: [" + "x," * 50_000 + "1]\n")
    for form in ("compat", "pretty", "short", "json", "sarif", "github"):
        yield "50 000 problems as " + form, ["-f", path, "--data-values-file", bad, "--diagnostics", form], None, 0
    chain = os.path.join(directory, "chain")
    os.mkdir(chain)
    for i in range(3000):
        with open(os.path.join(chain, "f%d.star" % i), "w") as f:
            f.write('load("f%d.star", y="x")\nx = y\n' % (i + 1))
    yield "chain of 3 000 loads", ["-f", chain], None, 0
    yield "endless standard input", ["-f", "-"], ["yes"], 256 * MB
    yield "endless zeros", ["-f", "-"], ["cat", "/dev/zero"], 256 * MB
    yield "a device of zeros", ["-f", "/dev/zero"], None, 0
    yield "a device of noise", ["-f", "/dev/urandom"], None, 0
    yield "endless values", ["-f", os.path.join(directory, "none"), "--data-values-file", "-"], ["yes"], 256 * MB


def measure(binary, args, feeder):
    """A run is killed after a minute, or when it needs much more than it should; what feeds it ends with it."""
    source = subprocess.Popen(feeder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) if feeder else None

    def start():
        resource.setrlimit(resource.RLIMIT_CPU, (20, 20))
        resource.setrlimit(resource.RLIMIT_AS, (12_000 * MB, 12_000 * MB))  # of which the interpreter reserves four at once

    with tempfile.TemporaryFile() as out:
        p = subprocess.Popen([binary] + args, stdin=source.stdout if source else subprocess.DEVNULL, stdout=out, stderr=out, preexec_fn=start)
        if source:
            source.stdout.close()  # the run has it: nobody else must keep it open
        late = threading.Timer(60, os.kill, (p.pid, signal.SIGKILL))
        late.start()
        _, status, used = os.wait4(p.pid, 0)
        late.cancel()
        if source:
            source.kill()
            source.wait()
        return os.waitstatus_to_exitcode(status), used.ru_utime + used.ru_stime, used.ru_maxrss / 1024, out.seek(0, 2)


def make(directory):
    for name, text in files().items():
        with open(os.path.join(directory, name), "w") as f:
            f.write(text)


def main():
    if sys.argv[1] == "--make":
        return make(sys.argv[2])
    failures = count = 0
    with tempfile.TemporaryDirectory() as directory, tempfile.TemporaryDirectory() as programs:
        binary, wanted = sys.argv[1], sys.argv[2:]
        if not binary:
            binary = os.path.join(programs, "ytt")
            subprocess.run(["go", "build", "-o", binary, "./cmd/ytt"], check=True)
        for name, args, feeder, size in runs(directory):
            if wanted and not any(w in name for w in wanted):
                continue
            status, cpu, memory, printed = measure(binary, args, feeder)
            count += 1
            wrong = status not in (0, 1) or cpu > CPU or memory - size / MB > MEMORY
            failures += wrong
            print("%-4s %-28s exit %d, %5.2f s, %4d MB, input %3d MB, printed %d bytes" % ("FAIL" if wrong else "ok", name, status, cpu, memory, size / MB, printed), flush=True)
    print("%d hostile runs, %d cost too much" % (count, failures))
    sys.exit(1 if failures else 0)


main()
