import { adminNewsletter, adminNewsletters } from '@/lib/api/answers/administration';
import { handler } from '@/lib/api/handler';
import { listHeaders } from '@/lib/api/openapi/shared-texts';
import { listResponse } from '@/lib/api/responses';
import {
  createNewsletter,
  listNewsletters,
  newsletterQuerySchema,
  newsletterSchema,
} from '@/lib/newsletter/admin/newsletters';

export const GET = handler(
  {
    id: 'listNewsletters',
    tag: 'Administration',
    summary: 'Newsletters',
    access: 'admin',
    answers: { 200: adminNewsletters },
    headers: listHeaders,
    query: newsletterQuerySchema,
  },
  async ({ request, actor, query }) => listResponse(request, await listNewsletters(actor, query)),
);
export const POST = handler(
  {
    id: 'createNewsletter',
    tag: 'Administration',
    summary: 'Create a newsletter',
    access: 'admin',
    answers: { 201: adminNewsletter },
    body: newsletterSchema,
  },
  async ({ actor, body }) => Response.json(await createNewsletter(actor, body), { status: 201 }),
);
