import { adminNewsletter } from '@/lib/api/answers/administration';
import { handler } from '@/lib/api/handler';
import {
  changeNewsletter,
  newsletterChangeSchema,
  removeNewsletter,
  requireNewsletter,
} from '@/lib/newsletter/admin/newsletters';

export const GET = handler(
  {
    id: 'getNewsletter',
    tag: 'Administration',
    summary: 'A newsletter with its readers and delivery figures',
    access: 'admin',
    answers: { 200: adminNewsletter },
  },
  ({ actor, params: { id = '' } }) => requireNewsletter(actor, id),
);
export const PUT = handler(
  {
    id: 'changeNewsletter',
    tag: 'Administration',
    summary: 'Change a draft newsletter',
    access: 'admin',
    answers: { 200: adminNewsletter },
    problems: [409],
    body: newsletterChangeSchema,
  },
  ({ actor, params: { id = '' }, body }) => changeNewsletter(actor, id, body),
);
export const DELETE = handler(
  {
    id: 'deleteNewsletter',
    tag: 'Administration',
    summary: 'Delete a draft newsletter',
    access: 'admin',
    answers: { 204: null },
    problems: [409],
  },
  async ({ actor, params: { id = '' } }) => {
    await removeNewsletter(actor, id);
    return new Response(null, { status: 204 });
  },
);
