// Holds what imported schemas decide against Ajv. Each line of the file is a JSON Schema with values, what we decide of them, and
// whether the report of the import names a loss.
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import Ajv from "ajv";
import Ajv2020 from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

const count = { schemas: 0, values: 0, accepted: 0, stricter: 0, looser: 0, silent: 0, endless: 0 };

// unlessEndless returns undefined where a schema is, in place, itself: JSON Schema says nothing of these.
function unlessEndless(f) {
  try {
    return f();
  } catch (e) {
    if (e instanceof RangeError) return undefined;
    throw e;
  }
}

for await (const line of createInterface({ input: createReadStream(process.argv[2]) })) {
  const { schema, values, ours, lossy } = JSON.parse(line);
  const Class = schema.$schema.includes("draft-07") ? Ajv : Ajv2020;
  const ajv = new Class({ strict: false, validateFormats: true, logger: false });
  addFormats(ajv);
  const validate = unlessEndless(() => ajv.compile(schema));
  count.schemas++;
  values.forEach((value, i) => {
    const theirs = validate && unlessEndless(() => validate(value));
    if (theirs === undefined) {
      count.endless++;
      return;
    }
    count.values++;
    if (theirs) count.accepted++;
    const said = (word) => console.log(`${word}: ${JSON.stringify(value)}\n  ${JSON.stringify(schema)}\n  ${JSON.stringify(validate.errors)}`);
    if (theirs && !ours[i]) {
      count.stricter++;
      said("stricter");
    } else if (!theirs && ours[i] && lossy) {
      count.looser++;
    } else if (!theirs && ours[i]) {
      count.silent++;
      said("looser, and no loss is named");
    }
  });
}
console.log(
  `Ajv: ${count.schemas} schemas, ${count.values} values, ${count.accepted} accepted by their source; ` +
    `stricter ${count.stricter}; looser ${count.looser + count.silent}, ${count.silent} of them not named; ` +
    `${count.endless} values without a verdict`,
);
process.exit(count.schemas > 0 && count.stricter + count.silent === 0 ? 0 : 1);
