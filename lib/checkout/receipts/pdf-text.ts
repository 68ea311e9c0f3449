import 'server-only';
import bidiFactory from 'bidi-js';
import { trueTypeFont } from '@/lib/content/pictures/true-type-font';

/** pdfkit shapes Arabic but draws from left to right: runs are put in visual order (UAX #9) before they are drawn. */
const bidi = bidiFactory();

export type Weight = 400 | 600;
type Script = 'arabic' | 'latin' | 'latin-ext';

/** The site's own font, a file for each script; embedded in the document as a subset. */
export async function readFonts(): Promise<Map<string, Buffer>> {
  const names = ([400, 600] as const).flatMap((weight) => (['arabic', 'latin', 'latin-ext'] as const).map((script) => fontName(script, weight)));
  return new Map(await Promise.all(names.map(async (name) => [name, await trueTypeFont(name)] as const)));
}

export const fontName = (script: Script, weight: Weight): string => `${script}-${weight}`;

export interface Run { text: string; script: Script }

/** With the punctuation, digits and marks that Arabic is written with. */
const isArabic = /\p{Script_Extensions=Arabic}/u;
/** The file's range, as its package names it (`unicode.json` of @fontsource/readex-pro). */
const isLatin = /[\u0020-\u00ff\u0131\u0152\u0153\u02bb\u02bc\u02c6\u02da\u02dc\u2000-\u206f\u20ac\u2122\u2191\u2193\u2212\u2215]/;
const goesWithTheOneBefore = /[\p{Mark} ]/u;
/** Marks of direction and joiners: they have no glyph. */
const isInvisible = /\p{Default_Ignorable_Code_Point}/u;
/** What fontkit takes for Arabic, and turns round. */
const isTurnedByShaper = /[\p{Script=Arabic}\u0660-\u0669]/u;

/** Marks stay with their letter and spaces with their word, so that a phrase is shaped as a whole. */
function scriptOf(char: string, before: Script | undefined): Script {
  if (before && goesWithTheOneBefore.test(char)) return before;
  if (isArabic.test(char)) return 'arabic';
  return isLatin.test(char) ? 'latin' : 'latin-ext';
}

/** The runs of one line from left to right; the letters of each in logical order, as the shaper wants them. */
export function visualRuns(text: string, direction: 'rtl' | 'ltr'): Run[] {
  const line = text.normalize('NFC');
  const embedding = bidi.getEmbeddingLevels(line, direction);
  const chars = Array.from(line);
  const places = chars.flatMap((char, at) => Array.from({ length: char.length }, () => at));
  const order = chars.map((_, at) => at);
  for (const [start = 0, end = 0] of bidi.getReorderSegments(line, embedding)) {
    const [from = 0, to = 0] = [places[start], places[end]];
    order.splice(from, to - from + 1, ...order.slice(from, to + 1).reverse());
  }
  const scripts: Script[] = [];
  for (const char of chars) scripts.push(scriptOf(char, scripts.at(-1)));
  const runs: Array<Run & { isReversed: boolean; level: number }> = [];
  for (const at of order) {
    const [char = '', script = 'latin', level = 0] = [chars[at], scripts[at], embedding.levels[places.indexOf(at)]];
    if (isInvisible.test(char)) continue;
    const isReversed = level % 2 === 1;
    const drawn = isReversed && script !== 'arabic' ? (bidi.getMirroredCharacter(char) ?? char) : char;
    const last = runs.at(-1);
    if (last?.level === level && last.script === script) last.text = isReversed ? drawn + last.text : last.text + drawn;
    else runs.push({ text: drawn, script, level, isReversed });
  }
  return runs.map(({ text: logical, script, isReversed }) => (
    { text: isReversed === isTurnedByShaper.test(logical) ? logical : Array.from(logical).reverse().join(''), script }));
}
