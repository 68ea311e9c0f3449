import 'server-only';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import anyAscii from 'any-ascii';
import { create, type Font } from 'fontkit';

const folder = () => join(dirname(createRequire(join(process.cwd(), 'package.json')).resolve('dejavu-fonts-ttf/package.json')), 'ttf');
let fallbacks: Font[] | undefined;

/** The fallback has what Readex has and more; both of its weights must have a letter, since a name is drawn in either. */
function hasGlyph(char: string): boolean {
  fallbacks ??= ['DejaVuSans.ttf', 'DejaVuSans-Bold.ttf'].map((file) => create(readFileSync(join(folder(), file))) as Font);
  return fallbacks.every((font) => font.hasGlyphForCodePoint(char.codePointAt(0) ?? 0));
}

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });
/** Of no shape: marks of direction, variation selectors. Zero-width joiner and non-joiner stay where a letter follows or precedes: Persian is spelt with them. */
const invisible = /(?![\u200c\u200d])\p{Default_Ignorable_Code_Point}/u;
const control = /[\p{Cc}\p{Cs}\p{Co}\p{Cn}]/gu;
const emoji = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u;

const isDrawable = (text: string): boolean => Array.from(text).every((char) => invisible.test(char) || char === '\u200c' || char === '\u200d' || hasGlyph(char));

/**
 * A text that receipts and share pictures can draw, since a box says nothing: what no font has is written by its parts (U+FDFA), then in Latin letters (王 as
 * "Wang"); emoji that they lack are left out. Fonts for Chinese, Japanese and Korean alone would be over 10 MB.
 * @returns the text itself where the fonts have everything; empty when nothing can be read
 */
export function drawableText(text: string): string {
  const clean = text.normalize('NFC').replace(/\s+/g, (space) => (space.includes('\n') ? '\n' : ' ')).replace(control, (char) => (char === '\n' ? char : ''));
  if (isDrawable(clean)) return clean.trim() === '' ? '' : clean;
  let drawable = '';
  for (const { segment } of graphemes.segment(clean)) {
    if (segment === '\n' || isDrawable(segment)) drawable += segment;
    else drawable += readable(segment, /[a-z]$/.test(drawable));
  }
  return drawable.replace(/ {2,}/g, ' ').trim();
}

function readable(segment: string, followsLetter: boolean): string {
  const parts = segment.normalize('NFKC');
  if (isDrawable(parts)) return parts;
  if (emoji.test(segment)) return '';
  const latin = anyAscii(segment);
  if (latin === '' || !isDrawable(latin)) return '';
  return followsLetter && /^[A-Z]/.test(latin) ? ` ${latin}` : latin;
}
