import { readFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import anyAscii from 'any-ascii';
import { create, type Font } from 'fontkit';
import { memoizeUntilInvalidated } from '@/lib/cache/invalidate';
import { config } from '@/lib/config/config';
import { processState } from '@/lib/process/process-state';

const dejavuFolder = () =>
  join(dirname(createRequire(join(process.cwd(), 'package.json')).resolve('dejavu-fonts-ttf/package.json')), 'ttf');

export const readSiteFont = (face: string): Promise<Buffer> =>
  readFile(join(process.cwd(), 'lib/pictures/drawing/fonts', `readex-pro-${face}.ttf`));

/** Covers letters that the site's font lacks, such as Persian, Greek and Cyrillic. */
export const readFallbackFont = (weight: 400 | 600): Promise<Buffer> =>
  memoizeUntilInvalidated(`fallback font ${weight}`, [], () =>
    readFile(join(dejavuFolder(), weight === 400 ? 'DejaVuSans.ttf' : 'DejaVuSans-Bold.ttf')),
  );

const faces = ['arabic-600', 'latin-600', 'latin-ext-600'];
const state = processState('picture-fonts', () => ({ written: undefined as Promise<void> | undefined }));

/** Pango needs TrueType files and our own font configuration. Await this before sharp draws its first text. */
export const preparePictureFonts = (): Promise<void> => (state.written ??= writeFonts());

async function writeFonts(): Promise<void> {
  const folder = join(config().dataDir, 'fonts');
  await mkdir(folder, { recursive: true });
  for (const face of faces) await writeFile(join(folder, `readex-pro-${face}.ttf`), await readSiteFont(face));
  await writeFile(join(folder, 'fallback.ttf'), await readFallbackFont(600));
  const list = join(folder, 'fonts.conf');
  await writeFile(
    list,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>${folder}</dir><cachedir>${join(folder, 'cache')}</cachedir></fontconfig>`,
  );
  process.env.FONTCONFIG_FILE = list;
}

let fallbacks: Font[] | undefined;

/** Checks only the fallback font, which covers more than Readex. Checks both weights, because names use either. */
function hasGlyph(char: string): boolean {
  fallbacks ??= ['DejaVuSans.ttf', 'DejaVuSans-Bold.ttf'].map(
    (file) => create(readFileSync(join(dejavuFolder(), file))) as Font,
  );
  return fallbacks.every((font) => font.hasGlyphForCodePoint(char.codePointAt(0) ?? 0));
}

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });
/** Invisible characters. Zero-width joiners and non-joiners are kept, because Persian needs them. */
const invisible = /(?![\u200c\u200d])\p{Default_Ignorable_Code_Point}/u;
const control = /[\p{Cc}\p{Cs}\p{Co}\p{Cn}]/gu;
const emoji = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u;

const isDrawable = (text: string): boolean =>
  Array.from(text).every((char) => invisible.test(char) || char === '\u200c' || char === '\u200d' || hasGlyph(char));

/**
 * Replaces letters that the fonts lack, instead of drawing boxes: by their parts (U+FDFA), else by Latin letters (王 as
 * "Wang"). Fonts for Chinese, Japanese and Korean would add over 10 MB.
 */
export function drawableText(text: string): string {
  const clean = text
    .normalize('NFC')
    .replace(/\s+/g, (space) => (space.includes('\n') ? '\n' : ' '))
    .replace(control, (char) => (char === '\n' ? char : ''));
  if (isDrawable(clean)) return clean.trim() === '' ? '' : clean;
  let drawable = '';
  for (const { segment } of graphemes.segment(clean)) {
    if (segment === '\n' || isDrawable(segment)) drawable += segment;
    else drawable += replaceUndrawable(segment, /[a-z]$/.test(drawable));
  }
  return drawable.replace(/ {2,}/g, ' ').trim();
}

function replaceUndrawable(segment: string, followsLetter: boolean): string {
  const parts = segment.normalize('NFKC');
  if (isDrawable(parts)) return parts;
  if (emoji.test(segment)) return '';
  const latin = anyAscii(segment);
  if (latin === '' || !isDrawable(latin)) return '';
  return followsLetter && /^[A-Z]/.test(latin) ? ` ${latin}` : latin;
}
