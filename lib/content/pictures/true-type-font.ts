import 'server-only';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import limit from 'p-limit';
import { memoizeUntilInvalidated } from '@/lib/cache/memoize';

const folderOf = (packageName: string) => dirname(createRequire(join(process.cwd(), 'package.json')).resolve(`${packageName}/package.json`));

/** What wawoff2 returns lies in its memory until its next call. */
const oneByOne = limit(1);

/**
 * A face of the site's own font, as Pango and pdfkit read it quickest: pdfkit unpacks a web font in JavaScript, for each document anew (measured: four fifths
 * of a receipt's time). @param face script and weight, as `latin-600`
 */
export const trueTypeFont = (face: string): Promise<Buffer> => memoizeUntilInvalidated(`font ${face}`, [], () => oneByOne(() => unpack(face)));

/** For letters that the site's own font does not have: Persian, Greek, Cyrillic and others. */
export const fallbackFont = (weight: 400 | 600): Promise<Buffer> =>
  memoizeUntilInvalidated(`fallback font ${weight}`, [], () => readFile(join(folderOf('dejavu-fonts-ttf'), 'ttf', weight === 400 ? 'DejaVuSans.ttf' : 'DejaVuSans-Bold.ttf')));

async function unpack(face: string): Promise<Buffer> {
  const { decompress } = await import('wawoff2');
  return Buffer.from(await decompress(await readFile(join(folderOf('@fontsource/readex-pro'), 'files', `readex-pro-${face}-normal.woff2`))));
}
