import { z } from 'zod';
import { timestamp } from './shapes';

export const note = z.strictObject({ id: z.string(), positionSeconds: z.int(), text: z.string(), url: z.string().describe('the second in its lesson'), createdAt: timestamp, updatedAt: timestamp });
export const lessonNotes = z.array(note);
export const noteList = z.array(note.extend({ courseSlug: z.string(), courseTitle: z.string(), lesson: z.string(), lessonName: z.string() }));
