import type { Readable } from 'node:stream';

/** A stored file has at most 28 million characters, a row a few million. */
const longestLine = 64 * 1024 * 1024;

/**
 * Splits only at `\n`. `node:readline` of Node 24 also splits at U+2028 and U+2029, which texts of visitors may contain.
 * @throws Error for a line that may not fit in memory
 */
export async function* readLines(input: Readable, maxLength = longestLine): AsyncGenerator<string> {
  let parts: string[] = [];
  let length = 0;
  for await (const chunk of input.setEncoding('utf8')) {
    const [end = '', ...lines] = String(chunk).split('\n');
    parts.push(end);
    length += end.length;
    if (length > maxLength) throw new Error(`a line has more than ${maxLength} characters`);
    for (const line of lines) {
      yield parts.join('');
      parts = [line];
      length = line.length;
    }
  }
  if (length > 0) yield parts.join('');
}
