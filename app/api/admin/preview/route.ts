import { z } from 'zod';
import { safeHtml } from '@/lib/content/safe-html';
import { preview } from '@/lib/api/answers/administration';
import { handler } from '@/lib/api/handler';

/** What a reader would get of this HTML: the editor shows it beside the text. */
const bodySchema = z.object({ html: z.string('required').max(200_000, 'too_long') });

export const POST = handler({ access: 'content', answers: { 200: preview }, body: bodySchema, maxBodyBytes: 512 * 1024 }, async ({ body: { html } }) => ({ html: safeHtml(html) }));
