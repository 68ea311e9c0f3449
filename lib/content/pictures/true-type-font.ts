import 'server-only';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import limit from 'p-limit';
import { memoizeUntilInvalidated } from '@/lib/cache/memoize';

/** What wawoff2 returns lies in its memory until its next call. */
const oneByOne = limit(1);

/**
 * A face of the site's own font, as Pango and pdfkit read it quickest: pdfkit unpacks a web font in JavaScript, for each document anew (measured: four fifths
 * of a receipt's time). @param face script and weight, as `latin-600`
 */
export const trueTypeFont = (face: string): Promise<Buffer> => memoizeUntilInvalidated(`font ${face}`, [], () => oneByOne(() => unpack(face)));

async function unpack(face: string): Promise<Buffer> {
  const { decompress } = await import('wawoff2');
  const folder = join(createRequire(join(process.cwd(), 'package.json')).resolve('@fontsource/readex-pro/package.json'), '..', 'files');
  return Buffer.from(await decompress(await readFile(join(folder, `readex-pro-${face}-normal.woff2`))));
}
