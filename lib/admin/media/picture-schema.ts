import { z } from 'zod';
import type { Language } from '@/lib/language';
import { typedNumber } from '@/lib/numbers';
import { formNumber, localised, pageNumber, singleLine } from '@/lib/schemas';
import { cleanLine } from '@/lib/single-line';
import { truncate } from '@/lib/truncate';

const mebibyte = 1024 ** 2;
/** What large cameras write as JPEG. */
export const maxPictureBytes = 16 * mebibyte;
export const maxFormFiles = 20;

const percent = formNumber('required').int().min(0).max(100);

/** What the file is called, beside its bytes. */
export const pictureNameSchema = z.object({ name: z.string().max(1000).default('') });

export const pictureQuerySchema = z.object({ page: pageNumber, q: singleLine().max(100).optional() });

/** `updatedAt` is the version that was changed; without it the last one wins. */
export const pictureChangeSchema = z.object({
  alt: localised(singleLine().min(1, 'required').max(300, 'too_long')),
  focusX: percent,
  focusY: percent,
  updatedAt: z.iso.datetime().optional(),
});
export type PictureChange = z.output<typeof pictureChangeSchema>;

/** As a form without JavaScript has it. */
export const pictureChangeOfForm = ({ focusX, focusY, ...typed }: Readonly<Record<string, unknown>>, lang: Language) =>
  ({ ...typed, focusX: percentOf(focusX, lang), focusY: percentOf(focusY, lang) });

const percentOf = (typed: unknown, lang: Language): unknown => (typeof typed === 'string' ? typedNumber(typed, lang, 'percent') : typed);

const longestFileName = 120;

/** A longer one is no extension. */
const extension = /\.[\p{L}\p{N}]{1,16}$/u;

/** What a file was called, as a label: without folders, and without letters that turn the line around. A long name keeps its extension. */
export function labelOfFile(name: string): string {
  const last = cleanLine((name.split(/[\\/]/).at(-1) ?? '').replaceAll(/\p{Cc}/gu, ''));
  const end = extension.exec(last)?.[0] ?? '';
  return `${truncate(last.slice(0, last.length - end.length), longestFileName - end.length)}${end}` || '?';
}
