import { z } from 'zod';
import { inEachLanguage } from '@/lib/language';
import { localised, singleLine } from '@/lib/schemas';

const name = singleLine().min(1, 'required').max(200, 'too_long');

/** What is said of a file beside its bytes: what it is called, and a name in each language. */
export const newAttachmentSchema = z.object({ fileName: singleLine().min(1, 'required').max(1000), ...inEachLanguage(() => name) });
export type NewAttachment = z.output<typeof newAttachmentSchema>;

export const attachmentChangeSchema = z.object({ name: localised(name) });
