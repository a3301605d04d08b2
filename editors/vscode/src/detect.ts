// Which language a file is written in, as far as its text says: nothing in the names of files tells templates from other
// YAML and other text.

const code = /^\s*#@(?:\s|$|[A-Za-z_])|(?:^|\s)(?:[^\s#].*:|-|---)\s+#@(?:\s|[A-Za-z_])/;
const blockScalar = /(?:^|[:\-?]\s+)(?:[!&]\S+\s+)*[|>][-+0-9]*\s*(?:#.*)?$/;

/** Whether YAML has code or annotations of ytt in its comments. Text in block scalars is no comment. */
export function isTemplate(text: string): boolean {
  let scalar = -1; // how far the line is indented at which a block scalar begins
  for (const line of text.split(/\r\n|\r|\n/)) {
    if (line.trim() === '') {
      continue;
    }
    const indent = line.length - line.trimStart().length;
    if (scalar >= 0 && indent > scalar) {
      continue;
    }
    scalar = -1;
    if (code.test(line)) {
      return true;
    }
    if (blockScalar.test(line)) {
      scalar = indent;
    }
  }
  return false;
}

/** Whether text has code between (@ and @). */
export function isTextTemplate(text: string): boolean {
  return /\(@-?(?:=|\s)[^]*?@\)/.test(text);
}

/** The language that a document should have instead of the one that its name gave it, if any. */
export function languageFor(languageId: string, text: string): string | undefined {
  switch (languageId) {
    case 'yaml':
      return isTemplate(text) ? 'ytt' : undefined;
    case 'plaintext':
      return isTextTemplate(text) ? 'ytt-text' : undefined;
    default:
      return undefined;
  }
}
