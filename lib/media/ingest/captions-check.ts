import { parseVtt } from '@/lib/media/vtt';

/**
 * Why a caption file may not be published, as sentences for the person at the terminal; empty when it may.
 * A player would show such a file wrongly or not at all, and the transcript (row L9) comes from it.
 */
export function captionProblems(name: string, source: string, durationSeconds: number): string[] {
  const cues = parseVtt(source);
  if (!cues) return [`${name}: the first line is not WEBVTT`];
  if (cues.length === 0) return [`${name}: no cue found`];
  const problems: string[] = [];
  let lastFrom = 0;
  cues.forEach((cue, index) => {
    const where = `${name}: cue ${index + 1}`;
    if (cue.toSeconds <= cue.fromSeconds) problems.push(`${where} ends before it begins`);
    if (cue.fromSeconds < lastFrom) problems.push(`${where} begins before the cue above it`);
    if (cue.toSeconds > durationSeconds + 1) problems.push(`${where} ends after the film (${durationSeconds.toFixed(1)} s)`);
    lastFrom = cue.fromSeconds;
  });
  return problems;
}
