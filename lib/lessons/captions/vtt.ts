export interface Cue {
  fromSeconds: number;
  toSeconds: number;
  text: string;
}

type PlacedCue = Cue & { line: number; lines: string[] };

export interface VttFile {
  cues: PlacedCue[];
  /** Numbers of `-->` lines without valid times. */
  unreadableLines: number[];
}

const time = String.raw`(?:(\d+):)?([0-5]\d):([0-5]\d)\.(\d{3})`;
const timing = new RegExp(String.raw`^[ \t\f]*${time}[ \t\f]*-->[ \t\f]*${time}`);

const parseSeconds = ([hours = '0', minutes = '0', seconds = '0', thousandths = '0']: Array<
  string | undefined
>): number =>
  Math.round(Number(hours) * 3_600_000 + Number(minutes) * 60_000 + Number(seconds) * 1000 + Number(thousandths)) /
  1000;

/** Parses as browsers do (WebVTT, 6.1): a block ends at an empty line or before a line with an arrow. */
export function readVtt(source: string): VttFile | null {
  const text = source
    .replace(/^\uFEFF/, '')
    .replaceAll('\0', '\uFFFD')
    .replace(/\r\n?/g, '\n');
  if (!/^WEBVTT(?:[ \t\n]|$)/.test(text)) return null;
  const lines = text.split('\n');
  const file: VttFile = { cues: [], unreadableLines: [] };
  let at = 1;
  while (at < lines.length && lines[at] !== '' && !lines[at]!.includes('-->')) at += 1;
  while (at < lines.length) {
    if (lines[at] === '') at += 1;
    else at = readBlock(lines, at, file);
  }
  return file;
}

function readBlock(lines: readonly string[], start: number, { cues, unreadableLines }: VttFile): number {
  const timesAt = [start, start + 1].find((at) => lines[at]?.includes('-->'));
  let end = (timesAt ?? start) + 1;
  while (end < lines.length && lines[end] !== '' && !lines[end]!.includes('-->')) end += 1;
  if (timesAt === undefined) return end;
  const match = timing.exec(lines[timesAt]!);
  if (!match) {
    if (!/^NOTE\b/.test(lines[start]!)) unreadableLines.push(timesAt + 1);
    return end;
  }
  const spokenText = unescapeCue(
    lines
      .slice(timesAt + 1, end)
      .join('\n')
      .replace(/<[^>]*>?/g, ''),
  )
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  if (spokenText.length > 0)
    cues.push({
      fromSeconds: parseSeconds(match.slice(1, 5)),
      toSeconds: parseSeconds(match.slice(5, 9)),
      text: spokenText.join(' '),
      line: timesAt + 1,
      lines: spokenText,
    });
  return end;
}

/** Rolling captions follow each other without a gap. After a longer gap, a repeated line was spoken twice. */
const touchingSeconds = 0.1;
const briefSeconds = 0.05;

function extractNewText(before: PlacedCue | undefined, cue: PlacedCue): string | null {
  if (!before || cue.fromSeconds > before.toSeconds + touchingSeconds) return null;
  for (const [index] of before.lines.entries()) {
    const repeated = before.lines.slice(index).join(' ');
    if (cue.text === repeated || cue.text.startsWith(`${repeated} `)) return cue.text.slice(repeated.length).trim();
  }
  return null;
}

/** Live captions, for example YouTube's, repeat each line while the next one grows below it. Keeps each line once. */
function collapseRollingCues(cues: readonly PlacedCue[]): Cue[] {
  const beyond = cues.map((cue, index) => extractNewText(cues[index - 1], cue));
  const repeating = beyond.filter((text) => text !== null).length;
  const hasSigns = cues.some(
    (cue, index) => beyond[index] !== null && (beyond[index] !== '' || cue.toSeconds - cue.fromSeconds <= briefSeconds),
  );
  const isRolling = hasSigns && repeating * 2 >= cues.length - 1;
  const collapsed: Cue[] = [];
  for (const [index, { fromSeconds, toSeconds, text }] of cues.entries()) {
    const rest = isRolling ? (beyond[index] ?? text) : text;
    const last = collapsed.at(-1);
    if (rest !== '') collapsed.push({ fromSeconds, toSeconds, text: rest });
    else if (last) last.toSeconds = Math.max(last.toSeconds, toSeconds);
  }
  return collapsed;
}

const escapes: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  nbsp: '\u00a0',
  lrm: '\u200e',
  rlm: '\u200f',
};

function unescapeCue(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+));/gi,
    (reference, decimal?: string, hexadecimal?: string, name = '') => {
      if (name) return Object.hasOwn(escapes, name) ? escapes[name]! : reference;
      const code = decimal ? Number(decimal) : parseInt(hexadecimal ?? '', 16);
      return code <= 0x10_ffff ? String.fromCodePoint(code) : reference;
    },
  );
}

const escapeCue = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

export function parseVtt(source: string): Cue[] | null {
  const file = readVtt(source);
  return file && collapseRollingCues(file.cues);
}

function positionText(seconds: number): string {
  const milliseconds = Math.round(seconds * 1000);
  const timePart = (unit: number, of: number, size = 2) =>
    String(Math.floor(milliseconds / unit) % of).padStart(size, '0');
  return `${timePart(3_600_000, Infinity)}:${timePart(60_000, 60)}:${timePart(1000, 60)}.${timePart(1, 1000, 3)}`;
}

export function formatVtt(cues: readonly Cue[]): string {
  const blocks = cues.map(
    (cue) => `${positionText(cue.fromSeconds)} --> ${positionText(cue.toSeconds)}\n${escapeCue(cue.text)}`,
  );
  return `WEBVTT\n\n${blocks.join('\n\n')}\n`;
}
