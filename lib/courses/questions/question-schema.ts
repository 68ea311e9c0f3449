import { z } from 'zod';
import { pageNumber } from '@/lib/schemas';

const longestText = 3000;

/** Plain text: no markup is read in it, no address becomes a link. */
export const questionTextSchema = z.object({ text: z.string('required').trim().min(1, 'required').max(longestText, 'too_long') });
export const questionPageSchema = z.object({ page: pageNumber });
/** Empty: no answer is the answer any more. */
export const acceptSchema = z.object({ answerId: z.string('required').max(60) });

/** Which mails end: about this question, about all questions, or none (they come again). */
export const mailScopes = ['question', 'all', 'none'] as const;
/** What a mail program's one click may end. */
export const oneClickScopes = ['question', 'all'] as const;
export const questionMailsSchema = z.object({ token: z.string().max(1000), scope: z.enum(mailScopes) });
