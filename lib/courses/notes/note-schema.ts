import { z } from 'zod';
import { foldDigits } from '@/lib/digits';
import { pageNumber } from '@/lib/schemas';
import { cleanCode } from '@/lib/single-line';

export const longestNote = 4000;
const longestLessonSeconds = 86_400;

const text = z.string('required').trim().min(1, 'required').max(longestNote, 'too_long');

/** `1:35` or `1:02:03` as a form without scripts sends it; a program sends seconds. Null for what is neither. */
function secondsOf(given: string): number | null {
  const parts = /^(?:(\d{1,2}):)?(\d{1,4}):(\d{1,2})$/.exec(foldDigits(cleanCode(given)));
  if (!parts) return null;
  const [hours = 0, minutes = 0, seconds = 0] = parts.slice(1).map((part) => Number(part ?? 0));
  return seconds > 59 ? null : hours * 3600 + minutes * 60 + seconds;
}

const position = z.preprocess((given) => (typeof given === 'string' ? secondsOf(given) : given), z.number('time_invalid').min(0, 'time_invalid').max(longestLessonSeconds, 'time_invalid').transform(Math.floor));

/** `next`: where a form of the site goes on to. */
export const newNoteSchema = z.object({ positionSeconds: position, text });
export const noteChangeSchema = z.object({ text, next: z.string().max(2000).optional() });
export const noteRemovalSchema = z.object({ next: z.string().max(2000).optional() });
export const noteQuerySchema = z.object({ q: z.string().max(200).default(''), page: pageNumber });
