export interface Cue { fromSeconds: number; toSeconds: number; text: string }

/** A cue and the line its times stand on, counted from one. */
export type PlacedCue = Cue & { line: number };

export interface VttFile { cues: PlacedCue[]; /** Lines with an arrow that no player reads as times. */ unreadableLines: number[] }

const timing = /^((?:\d+:)?\d{2}:\d{2}\.\d{3})\s+-->\s+((?:\d+:)?\d{2}:\d{2}\.\d{3})/;

function secondsOf(clock: string): number {
  return clock.split(':').reduce((total, part) => total * 60 + Number(part), 0);
}

/** A WebVTT file with the places of what is in it; tags and notes left out, its escapes as characters. Without the header null. */
export function readVtt(source: string): VttFile | null {
  const text = source.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  if (!/^WEBVTT(?:[ \t\n]|$)/.test(text)) return null;
  const file: VttFile = { cues: [], unreadableLines: [] };
  let line = 1;
  for (const block of text.split('\n\n')) {
    const lines = block.split('\n');
    readBlock(lines, line, file);
    line += lines.length + 1;
  }
  return file;
}

function readBlock(lines: string[], firstLine: number, { cues, unreadableLines }: VttFile): void {
  if (/^(?:NOTE|STYLE|REGION)\b/.test(lines.find(Boolean) ?? '')) return;
  const at = lines.findIndex((line) => line.includes('-->'));
  if (at < 0) return;
  const match = timing.exec(lines[at] ?? '');
  if (!match?.[1] || !match[2]) {
    unreadableLines.push(firstLine + at);
    return;
  }
  const text = unescapeCue(lines.slice(at + 1).join(' ').replace(/<[^>]*>/g, '')).trim();
  if (text) cues.push({ fromSeconds: secondsOf(match[1]), toSeconds: secondsOf(match[2]), text, line: firstLine + at });
}

const escapes: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: '\u00a0', lrm: '\u200e', rlm: '\u200f' };

/** The character references that captions are written with. */
function unescapeCue(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+));/gi, (reference, decimal?: string, hexadecimal?: string, name = '') => {
    if (name) return Object.hasOwn(escapes, name) ? escapes[name]! : reference;
    const code = decimal ? Number(decimal) : parseInt(hexadecimal ?? '', 16);
    return code <= 0x10_ffff ? String.fromCodePoint(code) : reference;
  });
}

const escapeCue = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** The cues of a WebVTT file; null without the header. */
export function parseVtt(source: string): Cue[] | null {
  return readVtt(source)?.cues.map(({ line: _place, ...cue }) => cue) ?? null;
}

function positionText(seconds: number): string {
  const milliseconds = Math.round(seconds * 1000);
  const part = (unit: number, of: number, size = 2) => String(Math.floor(milliseconds / unit) % of).padStart(size, '0');
  return `${part(3_600_000, Infinity)}:${part(60_000, 60)}:${part(1000, 60)}.${part(1, 1000, 3)}`;
}

export function formatVtt(cues: readonly Cue[]): string {
  const blocks = cues.map((cue) => `${positionText(cue.fromSeconds)} --> ${positionText(cue.toSeconds)}\n${escapeCue(cue.text)}`);
  return `WEBVTT\n\n${blocks.join('\n\n')}\n`;
}
