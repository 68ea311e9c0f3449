import { z } from 'zod';
import { localised, singleLine } from '@/lib/schemas';
import { srtToVtt, vttHeaderLines } from './srt';
import { readVtt } from './vtt';

export type CaptionFault =
  'not_utf8' | 'not_webvtt' | 'no_cue' | 'unreadable_time' | 'ends_first' | 'out_of_order' | 'after_end';
export interface LocatedFault {
  line: number;
  fault: CaptionFault;
}

/** @param durationSeconds of the video, if known. @returns faults by line; empty if the file can be published */
export function captionFaults(source: string, durationSeconds: number = Infinity): LocatedFault[] {
  // Decoders replace bytes in another encoding with U+FFFD.
  const foreign = source.indexOf('\uFFFD');
  if (foreign >= 0) return [{ line: source.slice(0, foreign).split(/\r\n?|\n/).length, fault: 'not_utf8' }];
  const converted = srtToVtt(source);
  const file = readVtt(converted ?? source);
  if (!file) return [{ line: 1, fault: 'not_webvtt' }];
  const found: LocatedFault[] = file.unreadableLines.map((line) => ({ line, fault: 'unreadable_time' }));
  if (file.cues.length === 0 && found.length === 0) return [{ line: 1, fault: 'no_cue' }];
  let lastFrom = 0;
  for (const { line, fromSeconds, toSeconds } of file.cues) {
    if (toSeconds <= fromSeconds) found.push({ line, fault: 'ends_first' });
    if (fromSeconds < lastFrom) found.push({ line, fault: 'out_of_order' });
    if (toSeconds > durationSeconds + 1) found.push({ line, fault: 'after_end' });
    lastFrom = fromSeconds;
  }
  const addedLines = converted === null ? 0 : vttHeaderLines;
  return found
    .map(({ line, fault }) => ({ line: line - addedLines, fault }))
    .sort((one, other) => one.line - other.line);
}

const faultMessages: Record<CaptionFault, string> = {
  not_utf8: 'the encoding of the text cannot be recognised; save the file as UTF-8',
  not_webvtt: 'the file is neither WebVTT nor SRT',
  no_cue: 'there is no cue',
  unreadable_time: 'the times are not written as 00:00:01.000 --> 00:00:02.000',
  ends_first: 'the cue ends before it begins',
  out_of_order: 'the cue begins before the one above it',
  after_end: 'the cue ends after the video',
};

export const captionProblems = (name: string, source: string, durationSeconds: number): string[] =>
  captionFaults(source, durationSeconds).map(
    ({ line, fault }) =>
      `${name}, line ${line}: ${faultMessages[fault]}${fault === 'after_end' ? ` (${durationSeconds.toFixed(1)} s)` : ''}`,
  );

/** An hour of speech takes about 150 KB. */
const maxCaptionBytes = 512 * 1024;
const file = z.object({ name: singleLine().min(1).max(200), text: z.string().max(maxCaptionBytes, 'too_long') });

export const captionsSchema = localised(file).partial();
export const captionsChangeSchema = localised(file.nullable()).partial();

export type CaptionsFile = z.output<typeof file>;
/** Files by language. Null removes the captions; an absent language keeps them. */
export type CaptionsChange = z.output<typeof captionsChangeSchema>;
