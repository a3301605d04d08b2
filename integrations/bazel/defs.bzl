"""Rules that render configurations with ytt: ytt_render, and ytt_fleet for all environments of a project file.

Inputs of sandboxed actions are symbolic links to files elsewhere, so all actions allow these. Actions have no
environment variables.
"""

_LINKS = "--dangerous-allow-all-symlink-destinations"

_TOOL = attr.label(
    doc = "The program.",
    default = Label("//tools:ytt"),
    executable = True,
    allow_single_file = True,
    cfg = "exec",
)

def _below(path, directory):
    """Returns a path as it is from a directory, None if it is elsewhere."""
    if not directory:
        return path
    if not path.startswith(directory + "/"):
        return None
    return path[len(directory) + 1:]

def _ytt_render_impl(ctx):
    out = ctx.actions.declare_directory(ctx.label.name)
    args = ctx.actions.args()
    args.add(_LINKS)
    args.add("--output-files", out.path)
    for f in ctx.files.srcs:
        name = _below(f.short_path, ctx.label.package) or f.short_path
        for root in ctx.attr.roots:
            below = _below(name, root)
            if below:
                name = below
                break
        args.add("-f", name + "=" + f.path)
    for f in ctx.files.values:
        args.add("--data-values-file", f.path)
    args.add_all(ctx.attr.flags)
    ctx.actions.run(
        executable = ctx.executable.tool,
        arguments = [args],
        inputs = ctx.files.srcs + ctx.files.values,
        outputs = [out],
        env = {},
        mnemonic = "YttRender",
        progress_message = "Rendering %s" % ctx.label,
    )
    return [DefaultInfo(files = depset([out]))]

ytt_render = rule(
    doc = "Renders files to a directory.",
    implementation = _ytt_render_impl,
    attrs = {
        "srcs": attr.label_list(doc = "What -f is for, in this order.", allow_files = True, mandatory = True),
        "roots": attr.string_list(doc = "Directories, as -f has them: the names of the files in them are from there."),
        "values": attr.label_list(doc = "Files of data values; later ones win.", allow_files = True),
        "flags": attr.string_list(doc = "More flags, such as [\"--data-value=region=eu\"]."),
        "tool": _TOOL,
    },
)

# Runs where the project file is: $1 is that directory, $2 the program, $3 the output directory.
_RUN = """
set -eu
here=$PWD
cd "$1"
tool=$here/$2 out=$here/$3
shift 3
exec "$tool" fleet "$@" --output-files "$out"
"""

def _project(ctx):
    if not ctx.file.project.is_source:
        fail("%s: the project file must be a source file" % ctx.label)
    return ctx.file.project.dirname or "."

def _ytt_batch_impl(ctx):
    out = ctx.actions.declare_directory(ctx.label.name)
    args = ctx.actions.args()
    args.add_all([_project(ctx), ctx.executable.tool.path, out.path, "render", _LINKS, "--path", ctx.attr.path])
    args.add_all(ctx.attr.flags)
    args.add_all(ctx.attr.environments)
    ctx.actions.run_shell(
        command = _RUN,
        arguments = [args],
        tools = [ctx.executable.tool],
        inputs = [ctx.file.project] + ctx.files.srcs,
        outputs = [out],
        env = {},
        mnemonic = "YttBatch",
        progress_message = "Rendering %d environments of %s" % (len(ctx.attr.environments), ctx.label),
    )
    return [DefaultInfo(files = depset([out]))]

_ytt_batch = rule(
    implementation = _ytt_batch_impl,
    attrs = {
        "project": attr.label(allow_single_file = True, mandatory = True),
        "srcs": attr.label_list(allow_files = True),
        "environments": attr.string_list(mandatory = True),
        "path": attr.string(mandatory = True),
        "flags": attr.string_list(),
        "tool": _TOOL,
    },
)

# Fails if the project has other environments than the rule: $1 is the directory of the project, $2 the program, $3 the
# file with the names that the rule has, $4 one to write.
_COMPARE = """
set -eu
here=$PWD
cd "$1"
"$here/$2" fleet list "$5" | LC_ALL=C sort >"$here/$4"
LC_ALL=C sort "$here/$3" | LC_ALL=C comm -3 - "$here/$4" >"$here/$4.differs"
if [ -s "$here/$4.differs" ]; then
  echo "ytt_fleet: 'environments' is not what the project file has; on the left what that lacks, on the right what it has besides:" >&2
  cat "$here/$4.differs" >&2
  exit 1
fi
"""

def _ytt_merge_impl(ctx):
    named = ctx.actions.declare_file(ctx.label.name + ".named")
    ctx.actions.write(named, "".join([e + "\n" for e in ctx.attr.environments]))
    known = ctx.actions.declare_file(ctx.label.name + ".known")
    ctx.actions.run_shell(
        command = _COMPARE,
        arguments = [_project(ctx), ctx.executable.tool.path, named.path, known.path, _LINKS],
        tools = [ctx.executable.tool],
        inputs = [ctx.file.project, named] + ctx.files.srcs,
        outputs = [known],
        env = {},
        mnemonic = "YttEnvironments",
        progress_message = "Comparing the environments of %s" % ctx.label,
    )
    out = ctx.actions.declare_directory(ctx.label.name)
    merge = ctx.actions.args()
    merge.add_all(["fleet", "merge", "--output-files", out.path])
    merge.add_all(ctx.files.parts, expand_directories = False)
    ctx.actions.run(
        executable = ctx.executable.tool,
        arguments = [merge],
        inputs = ctx.files.parts + [known],
        outputs = [out],
        env = {},
        mnemonic = "YttMerge",
        progress_message = "Merging the environments of %s" % ctx.label,
    )
    return [DefaultInfo(files = depset([out]))]

_ytt_merge = rule(
    implementation = _ytt_merge_impl,
    attrs = {
        "project": attr.label(allow_single_file = True, mandatory = True),
        "srcs": attr.label_list(allow_files = True),
        "parts": attr.label_list(allow_files = True, mandatory = True),
        "environments": attr.string_list(mandatory = True),
        "tool": _TOOL,
    },
)

def ytt_fleet(name, project, srcs, environments, batch = 200, path = "{env}", flags = [], tool = None, **kwargs):
    """Renders all environments of a project file to a directory, in batches that are actions of their own.

    Which batch an environment is in depends on its name, so that a changed file of values rebuilds one batch.

    Args:
      name: the target; the directory with all results has this name.
      project: the project file, ytt.yml.
      srcs: what all environments need: files of the configuration, schemas, values in common.
      environments: for each environment, "CONFIGURATION/NAME", the files of values that it has for itself. The build
        fails if the project has others.
      batch: how many environments a batch has, about.
      path: where the results of an environment are, as --path of 'ytt fleet render'.
      flags: more flags for 'ytt fleet render'.
      tool: the program.
      **kwargs: attributes of all targets, such as visibility.
    """
    if tool:
        kwargs["tool"] = tool
    count = max(1, (len(environments) + batch - 1) // batch)
    batches = [[] for _ in range(count)]
    for env in sorted(environments):
        batches[hash(env) % count].append(env)
    parts = []
    files = {}
    for i, envs in enumerate(batches):
        own = {}
        for env in envs:
            for f in environments[env]:
                own[f] = True
                files[f] = True
        if envs:
            part = "%s-%d-of-%d" % (name, i + 1, count)
            parts.append(part)
            _ytt_batch(
                name = part,
                project = project,
                srcs = srcs + [f for f in sorted(own) if f not in srcs],
                environments = envs,
                path = path,
                flags = flags,
                **kwargs
            )
    _ytt_merge(
        name = name,
        project = project,
        srcs = srcs + [f for f in sorted(files) if f not in srcs],
        parts = parts,
        environments = sorted(environments),
        **kwargs
    )
