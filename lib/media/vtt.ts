export type Cue = { fromSeconds: number; toSeconds: number; text: string };

const timing = /^((?:\d+:)?\d{2}:\d{2}\.\d{3})\s+-->\s+((?:\d+:)?\d{2}:\d{2}\.\d{3})/;

function secondsOf(clock: string): number {
  return clock.split(':').reduce((total, part) => total * 60 + Number(part), 0);
}

/** The cues of a WebVTT file; tags and notes left out. A file without the header gives null. */
export function parseVtt(source: string): Cue[] | null {
  const text = source.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  if (!/^WEBVTT(?:[ \t\n]|$)/.test(text)) return null;
  const cues: Cue[] = [];
  for (const block of text.split(/\n{2,}/)) {
    const lines = block.split('\n');
    const at = lines.findIndex((line) => timing.test(line));
    const match = at < 0 ? null : timing.exec(lines[at] ?? '');
    if (!match?.[1] || !match[2]) continue;
    const words = lines.slice(at + 1).join(' ').replace(/<[^>]*>/g, '').trim();
    if (words) cues.push({ fromSeconds: secondsOf(match[1]), toSeconds: secondsOf(match[2]), text: words });
  }
  return cues;
}

function clockOf(seconds: number): string {
  const whole = Math.floor(seconds);
  const pad = (value: number, size = 2) => String(value).padStart(size, '0');
  return `${pad(Math.floor(whole / 3600))}:${pad(Math.floor(whole / 60) % 60)}:${pad(whole % 60)}.${pad(Math.round((seconds - whole) * 1000), 3)}`;
}

export function formatVtt(cues: readonly Cue[]): string {
  const blocks = cues.map((cue) => `${clockOf(cue.fromSeconds)} --> ${clockOf(cue.toSeconds)}\n${cue.text}`);
  return `WEBVTT\n\n${blocks.join('\n\n')}\n`;
}
