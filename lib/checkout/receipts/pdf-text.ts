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

const isArabic = /\p{Script=Arabic}/u;
const isLatin = /[\u0020-\u007e\u00a0-\u00ff\u2013\u2014\u2018-\u201e\u2026]/;

/** Spaces and the like stay in the run before them, so that a phrase is shaped as a whole. */
function scriptOf(char: string, before: Script | undefined): Script {
  if (isArabic.test(char)) return 'arabic';
  if (char === ' ' && before) return before;
  return isLatin.test(char) ? 'latin' : 'latin-ext';
}

/** The runs of one line from left to right; the letters of each in logical order, as the shaper wants them. */
export function visualRuns(line: string, direction: 'rtl' | 'ltr'): Run[] {
  const embedding = bidi.getEmbeddingLevels(line, direction);
  const order = Array.from(line, (_, at) => at).slice(0, line.length);
  for (const [start = 0, end = 0] of bidi.getReorderSegments(line, embedding)) {
    order.splice(start, end - start + 1, ...order.slice(start, end + 1).reverse());
  }
  const scripts: Script[] = [];
  for (let at = 0; at < line.length; at += 1) scripts.push(scriptOf(line[at] ?? '', scripts[at - 1]));
  const runs: Array<Run & { level: number }> = [];
  for (const at of order) {
    const [level = 0, script = 'latin'] = [embedding.levels[at], scripts[at]];
    const isReversed = level % 2 === 1;
    const char = isReversed && script !== 'arabic' ? (bidi.getMirroredCharacter(line[at] ?? '') ?? line[at] ?? '') : (line[at] ?? '');
    const last = runs.at(-1);
    // The shaper itself turns a run of Arabic letters round.
    if (last?.level === level && last.script === script) last.text = isReversed && script === 'arabic' ? char + last.text : last.text + char;
    else runs.push({ text: char, script, level });
  }
  return runs.map(({ text, script }) => ({ text, script }));
}
