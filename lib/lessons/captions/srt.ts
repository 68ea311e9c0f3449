const time = String.raw`(\d+):([0-5]?\d):([0-5]?\d)(?:[,.](\d{1,3}))?`;
const timing = new RegExp(String.raw`^\s*${time}\s*-->\s*${time}(?=\s|$)`);
const number = /^\s*\d+\s*$/;

/** Position codes 7 to 9 of SubStation Alpha place a cue at the top; SRT files use them too. */
const topPosition = /^\s*\{\\an[789]\}/;

/** Lines that `srtToVtt` puts before the first line of the file. */
export const vttHeaderLines = 2;

/** Returns null for text that is no SRT. Each line stays on its own line, so that faults name the line of the file. */
export function srtToVtt(source: string): string | null {
  const lines = source
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .split('\n');
  const first = lines.findIndex((line) => line.trim() !== '');
  const timesAt = number.test(lines[first] ?? '') ? first + 1 : first;
  if (!timing.test(lines[timesAt] ?? '')) return null;
  return ['WEBVTT', '', ...lines.map((line, index) => convertLine(line, lines[index + 1] ?? ''))].join('\n');
}

function convertLine(line: string, next: string): string {
  const match = timing.exec(line);
  if (match) {
    const settings = topPosition.test(next) ? ' line:0' : '';
    return `${vttTime(match.slice(1, 5))} --> ${vttTime(match.slice(5, 9))}${settings}`;
  }
  // Some programs leave no empty line between cues, so a number would belong to the text above it.
  if (number.test(line) && timing.test(next)) return '';
  // Leave an unreadable time as it is, so that it is reported.
  return line.includes('-->') ? line : convertText(line);
}

const vttTime = ([hours = '', minutes = '', seconds = '', fraction = '']: Array<string | undefined>): string =>
  `${[hours, minutes, seconds].map((part) => part.padStart(2, '0')).join(':')}.${fraction.padEnd(3, '0')}`;

/** Keeps italics, bold and underlines, which WebVTT has too; drops fonts and positions. */
const convertText = (line: string): string =>
  line
    .replace(/\{\\[^}]*\}/g, '')
    .replace(/<\/?([a-z]+)\b[^<>]*>/gi, (tag, name: string) => (/^[ibu]$/i.test(name) ? plainTag(tag, name) : ''))
    .replace(/&(?!(?:amp|lt|gt|nbsp|lrm|rlm|#\d+);)/gi, '&amp;')
    .replace(/<(?!\/?[ibu]>)/g, '&lt;')
    .trim();

const plainTag = (tag: string, name: string): string => `<${tag.startsWith('</') ? '/' : ''}${name.toLowerCase()}>`;
