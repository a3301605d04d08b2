// The text of a preview, and which of its lines belong to which places.

import type { PreviewResult } from './protocol';

export interface Place {
  uri: string;
  line: number;
  character: number;
}

/** A preview: a text, and for lines of it the place that they come from, in order. */
export interface Shown {
  text: string;
  places: { line: number; place: Place }[];
}

/** What is shown of a result. While there are problems, they stand above the last output that had none. */
export function shownOf(result: PreviewResult, last: Shown | undefined): Shown {
  if (result.problems.length === 0) {
    const places = result.lines.map(({ line, location }) => ({ line, place: placeOf(location) }));
    return { text: result.text || '# This file gives no output.\n', places };
  }
  const head: string[] = [];
  const places: Shown['places'] = [];
  for (const { message, location } of result.problems) {
    if (location) {
      places.push({ line: head.length, place: placeOf(location) });
    }
    const where = location ? `${location.uri.split('/').pop()}:${location.range.start.line + 1}: ` : '';
    head.push(...`${where}${message}`.trimEnd().split('\n').map((line) => `# ${line}`));
  }
  if (!last) {
    return { text: head.map((line) => `${line}\n`).join(''), places };
  }
  head.push('#', '# The last output:');
  for (const { line, place } of last.places) {
    places.push({ line: line + head.length, place });
  }
  return { text: head.map((line) => `${line}\n`).join('') + last.text, places };
}

function placeOf(location: { uri: string; range: { start: { line: number; character: number } } }): Place {
  return { uri: location.uri, ...location.range.start };
}

/** The place that a line of a preview comes from: its own, or that of the nearest line above. */
export function placeOfLine(shown: Shown, line: number): Place | undefined {
  return shown.places.findLast((entry) => entry.line <= line)?.place;
}

/** The lines of a preview that come from a line of a file. */
export function linesFrom(shown: Shown, uri: string, line: number): number[] {
  return shown.places.filter(({ place }) => place.uri === uri && place.line === line).map((entry) => entry.line);
}
