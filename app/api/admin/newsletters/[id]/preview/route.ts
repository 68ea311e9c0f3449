import { newsletterPreviewSchema } from '@/lib/admin/newsletters/newsletter-schema';
import { previewNewsletter } from '@/lib/admin/newsletters/newsletters';
import { handler } from '@/lib/api/handler';

/** A mail has style attributes and the site's pictures, and runs nothing. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; frame-ancestors 'none'; sandbox allow-popups";

export const GET = handler({ access: 'admin', answers: { 200: 'text/html' }, query: newsletterPreviewSchema }, async ({ actor, params: { id = '' }, query: { part } }) => {
  const mail = await previewNewsletter(actor, id);
  const type = part === 'html' ? 'text/html' : 'text/plain';
  return new Response(mail[part], { headers: { 'content-type': `${type}; charset=utf-8`, 'content-security-policy': policy, 'cache-control': 'no-store' } });
});
