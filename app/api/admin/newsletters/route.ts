import { newsletterSchema } from '@/lib/admin/newsletters/newsletter-schema';
import { createNewsletter, listNewsletters, newsletterQuerySchema } from '@/lib/admin/newsletters/newsletters';
import { adminNewsletter, adminNewsletters } from '@/lib/api/answers/administration';
import { handler } from '@/lib/api/handler';
import { listAnswer } from '@/lib/api/paging';

export const GET = handler({ access: 'admin', answers: { 200: adminNewsletters }, query: newsletterQuerySchema }, async ({ request, actor, query }) => listAnswer(request, await listNewsletters(actor, query)));
export const POST = handler({ access: 'admin', answers: { 201: adminNewsletter }, body: newsletterSchema }, async ({ actor, body }) =>
  Response.json(await createNewsletter(actor, body), { status: 201 }));
