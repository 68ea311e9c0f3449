import { z } from 'zod';
import { safeHtml } from '@/lib/content/safe-html';
import { handler } from '@/lib/api/handler';
import { methods } from '@/lib/api/methods';

/** What a reader would get of this HTML: the editor shows it beside the text. */
const bodySchema = z.object({ html: z.string('required').max(200_000, 'too_long') });

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: handler({ access: 'admin', body: bodySchema, maxBytes: 512 * 1024 }, async ({ body: { html } }) => ({ html: safeHtml(html) })),
});
