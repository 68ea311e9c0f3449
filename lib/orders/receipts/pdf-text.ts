import bidiFactory from 'bidi-js';
import { drawableText, readFallbackFont, readSiteFont } from '@/lib/pictures/drawing/fonts';

/** pdfkit shapes Arabic but draws from left to right, so runs are put in visual order (UAX #9) first. */
const bidi = bidiFactory();

export type Weight = 400 | 600;
type Script = 'arabic' | 'latin' | 'latin-ext';
type Face = Script | 'fallback';

export async function readFonts(): Promise<Map<string, Buffer>> {
  const fonts = ([400, 600] as const).flatMap((weight) => [
    ...(['arabic', 'latin', 'latin-ext'] as const).map(
      async (script) => [fontName(script, weight), await readSiteFont(fontName(script, weight))] as const,
    ),
    (async () => [fontName('fallback', weight), await readFallbackFont(weight)] as const)(),
  ]);
  return new Map(await Promise.all(fonts));
}

export const fontName = (face: Face, weight: Weight): string => `${face}-${weight}`;

export interface Run {
  text: string;
  face: Face;
}

const isArabic = /\p{Script_Extensions=Arabic}/u;
/** The Latin range of @fontsource/readex-pro, from which our font files come. */
const isLatin =
  /[\u0020-\u00ff\u0131\u0152\u0153\u02bb\u02bc\u02c6\u02da\u02dc\u2000-\u206f\u20ac\u2122\u2191\u2193\u2212\u2215]/;
const inheritsScript = /[\p{Mark} \u200c\u200d]/u;
const isInvisible = /\p{Default_Ignorable_Code_Point}/u;
/** Keep joiners: they are invisible, but without them the shaper would join letters that Persian keeps apart. */
const isJoiner = /[\u200c\u200d]/;
/** Characters that fontkit takes for right-to-left text and reverses. */
const isReversedByShaper = /[\p{Script=Arabic}\p{Script=Hebrew}\u0660-\u0669]/u;

export const fontCoverage: Record<Script, RegExp> = {
  arabic: /[ \u060c\u061b\u061f\u0621-\u063a\u0640-\u0656\u0660-\u0671\u06a1\u06a4\u06ba\ufd3e\ufd3f]/,
  latin:
    /[\u0020-\u007e\u00a0-\u00ff\u0131\u0152\u0153\u02bb\u02bc\u02c6\u02da\u02dc\u0300\u0301\u0303\u0304\u0308\u0309\u0323\u2009\u2013\u2014\u2018-\u201a\u201c-\u201e\u2022\u2026\u2033\u2039\u203a\u2044\u20ac\u2122\u2212\u2215]/,
  'latin-ext':
    /[ \u0100-\u0130\u0132-\u0151\u0154-\u017e\u018f\u01a0\u01a1\u01af\u01b0\u01cd-\u01d4\u01e6\u01e7\u0218-\u021b\u0300\u0301\u0303\u0304\u0308\u0309\u0323\u1e80-\u1e85\u1e9e\u1ef2-\u1ef9]/,
};

/** Keeps marks with their letter and spaces with their word, so that a phrase is shaped as a whole. */
function detectScript(char: string, before: Script | undefined): Script {
  if (before && inheritsScript.test(char)) return before;
  if (isArabic.test(char)) return 'arabic';
  return isLatin.test(char) ? 'latin' : 'latin-ext';
}

/** If one letter is missing in its script's font, the whole phrase uses the fallback, so that its letters join. */
function chooseFaces(chars: readonly string[]): Face[] {
  const scripts: Script[] = [];
  for (const char of chars) scripts.push(detectScript(char, scripts.at(-1)));
  const faces: Face[] = [];
  while (faces.length < chars.length) {
    const start = faces.length;
    const script = scripts[start] ?? 'latin';
    let end = start;
    while (scripts[end] === script) end += 1;
    const isComplete = chars
      .slice(start, end)
      .every((char) => fontCoverage[script].test(char) || isInvisible.test(char));
    for (let at = start; at < end; at += 1) faces.push(isComplete ? script : 'fallback');
  }
  return faces;
}

/** Returns a line's runs from left to right, with each run's letters in logical order, as the shaper expects them. */
export function visualRuns(text: string, direction: 'rtl' | 'ltr'): Run[] {
  const line = drawableText(text) || (text.trim() ? '–' : text);
  const embedding = bidi.getEmbeddingLevels(line, direction);
  const chars = Array.from(line);
  const places = chars.flatMap((char, index) => Array.from({ length: char.length }, () => index));
  const order = chars.map((_, index) => index);
  for (const [start = 0, end = 0] of bidi.getReorderSegments(line, embedding)) {
    const [from = 0, to = 0] = [places[start], places[end]];
    order.splice(from, to - from + 1, ...order.slice(from, to + 1).reverse());
  }
  const faces = chooseFaces(chars);
  const runs: Array<Run & { isReversed: boolean; level: number }> = [];
  for (const at of order) {
    const [char = '', face = 'latin', level = 0] = [chars[at], faces[at], embedding.levels[places.indexOf(at)]];
    if (isInvisible.test(char) && !isJoiner.test(char)) continue;
    const isReversed = level % 2 === 1;
    const drawn = isReversed && !isArabic.test(char) ? (bidi.getMirroredCharacter(char) ?? char) : char;
    const last = runs.at(-1);
    if (last?.level === level && last.face === face) last.text = isReversed ? drawn + last.text : last.text + drawn;
    else runs.push({ text: drawn, face, level, isReversed });
  }
  return runs.map(({ text: logical, face, isReversed }) => ({
    text: isReversed === isReversedByShaper.test(logical) ? logical : Array.from(logical).reverse().join(''),
    face,
  }));
}
