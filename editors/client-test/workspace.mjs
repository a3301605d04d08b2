// Makes workspaces of a size, to measure the server with.

const kinds = [
  (i) => `"text ${i}"`,
  (i) => `${i}`,
  (i) => (i % 2 ? 'true' : 'false'),
];

// 100 keys a section, in ten groups of ten.
const keysOfSection = 100;
const keyAt = (i) => ({ section: Math.floor(i / keysOfSection), group: Math.floor((i % keysOfSection) / 10), key: i % 10 });

/** The path of a key below data.values. */
export const pathOf = (i) => {
  const { section, group, key } = keyAt(i);
  return `section${section}.group${group}.key${key}`;
};

function schema(keys) {
  const lines = ['#@data/values-schema', '---'];
  for (let i = 0; i < keys; i++) {
    const { section, group, key } = keyAt(i);
    if (i % keysOfSection === 0) {
      lines.push(`#@schema/desc "Section ${section} of the values."`, `section${section}:`);
    }
    if (i % 10 === 0) {
      lines.push(`  group${group}:`);
    }
    lines.push(`    #@schema/desc "Key ${key} of group ${group}: what it is for, in a sentence."`);
    if (i % 3 === 1) {
      lines.push(`    #@schema/validation min=0, max=100000`);
    }
    lines.push(`    key${key}: ${kinds[i % 3](i)}`);
  }
  return lines.join('\n') + '\n';
}

function values(keys, every) {
  const lines = [];
  let last = {};
  for (let i = 0; i < keys; i += every) {
    const { section, group, key } = keyAt(i);
    if (section !== last.section) {
      lines.push(`section${section}:`);
    }
    if (section !== last.section || group !== last.group) {
      lines.push(`  group${group}:`);
    }
    lines.push(`    key${key}: ${kinds[i % 3](i + 3)}`);
    last = { section, group };
  }
  return lines.join('\n') + '\n';
}

const library = `#@ def labels(app, part):
app: #@ app
part: #@ part
#@ end
`;

function template(number, keys, uses) {
  const lines = [
    '#@ load("@ytt:data", "data")',
    '#@ load("/common.lib.yml", "labels")',
    '---',
    'apiVersion: v1',
    'kind: ConfigMap',
    'metadata:',
    `  name: part-${number}`,
    `  labels: #@ labels("shop", "part-${number}")`,
    'data:',
  ];
  for (let i = 0; i < uses; i++) {
    const key = (number * uses + i) % keys;
    if (i % 20 === 10) {
      lines.push(`  #@ if data.values.${pathOf(key)}:`, `  when${i}: #@ str(data.values.${pathOf(key)})`, '  #@ end');
    } else {
      lines.push(`  entry${i}: #@ str(data.values.${pathOf(key)})`);
    }
  }
  lines.push('  list:', '  #@ for i in range(5):', '  - #@ "item {}".format(i)', '  #@ end');
  return lines.join('\n') + '\n';
}

/** The files of a workspace, name → text. */
export function workspace({ keys, templates, uses, folders = 1 }) {
  const files = {
    'ytt.yml': `configurations:
- name: shop
  files: [config]
  values: [values.yml]
  environments:
    test: {}
    prod:
      values: [prod.yml]
`,
    'config/schema.yml': schema(keys),
    'config/common.lib.yml': library,
    'values.yml': values(keys, 10),
    'prod.yml': values(keys, 25),
  };
  for (let n = 0; n < templates; n++) {
    const folder = folders > 1 ? `part${n % folders}/` : '';
    files[`config/${folder}template${n}.yml`] = template(n, keys, uses);
  }
  return files;
}

export const sizes = {
  '2000 keys, 20 templates': { keys: 2000, templates: 20, uses: 100 },
  '400 files': { keys: 1000, templates: 396, uses: 40, folders: 20 },
};
