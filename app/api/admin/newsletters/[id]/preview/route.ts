import { handler } from '@/lib/api/handler';
import { newsletterPreviewSchema, previewNewsletter } from '@/lib/newsletter/admin/newsletters';

/** Allow only what the mail needs: style attributes and the site's pictures, but no scripts. */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; frame-ancestors 'none'; sandbox allow-popups";

export const GET = handler(
  {
    id: 'previewNewsletter',
    tag: 'Administration',
    summary: "Preview a newsletter's email as HTML or text",
    access: 'admin',
    answers: { 200: 'text/html' },
    query: newsletterPreviewSchema,
  },
  async ({ actor, params: { id = '' }, query: { part } }) => {
    const mail = await previewNewsletter(actor, id);
    const type = part === 'html' ? 'text/html' : 'text/plain';
    return new Response(mail[part], {
      headers: {
        'content-type': `${type}; charset=utf-8`,
        'content-security-policy': policy,
        'cache-control': 'no-store',
      },
    });
  },
);
