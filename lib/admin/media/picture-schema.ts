import { z } from 'zod';
import type { Language } from '@/lib/language';
import { typedNumber } from '@/lib/numbers';
import { formNumber, localised, pageNumber } from '@/lib/schemas';

const mebibyte = 1024 ** 2;
/** What large cameras write as JPEG. */
export const maxPictureBytes = 16 * mebibyte;
export const maxFormFiles = 20;

const percent = formNumber('required').int().min(0).max(100);

/** What the file is called, beside its bytes. */
export const pictureNameSchema = z.object({ name: z.string().max(1000).default('') });

export const pictureQuerySchema = z.object({ page: pageNumber, q: z.string().trim().max(100).optional() });

/** `updatedAt` is the version that was changed; without it the last one wins. */
export const pictureChangeSchema = z.object({
  alt: localised(z.string().trim().min(1, 'required').max(300, 'too_long')),
  focusX: percent,
  focusY: percent,
  updatedAt: z.iso.datetime().optional(),
});
export type PictureChange = z.output<typeof pictureChangeSchema>;

/** As a form without JavaScript has it. */
export const pictureChangeOfForm = ({ focusX, focusY, ...typed }: Readonly<Record<string, unknown>>, lang: Language) =>
  ({ ...typed, focusX: percentOf(focusX, lang), focusY: percentOf(focusY, lang) });

const percentOf = (typed: unknown, lang: Language): unknown => (typeof typed === 'string' ? typedNumber(typed, lang, 'percent') : typed);

const maxNameLetters = 120;
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** What a file was called, as a label: without folders, and without letters that turn the line around. */
export function labelOfFile(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? '';
  return [...last.replaceAll(invisible, '').trim()].slice(0, maxNameLetters).join('') || '?';
}
