import { newsletterChangeSchema } from '@/lib/admin/newsletters/newsletter-schema';
import { changeNewsletter, removeNewsletter, requireNewsletter } from '@/lib/admin/newsletters/newsletters';
import { adminNewsletter } from '@/lib/api/answers/administration';
import { handler } from '@/lib/api/handler';

export const GET = handler({ access: 'admin', answers: { 200: adminNewsletter } }, ({ actor, params: { id = '' } }) => requireNewsletter(actor, id));
export const PUT = handler({ access: 'admin', answers: { 200: adminNewsletter }, body: newsletterChangeSchema }, ({ actor, params: { id = '' }, body }) => changeNewsletter(actor, id, body));
export const DELETE = handler({ access: 'admin', answers: { 204: null } }, async ({ actor, params: { id = '' } }) => {
  await removeNewsletter(actor, id);
  return new Response(null, { status: 204 });
});
