import { eventQuerySchema, listSecurityEvents } from '@/lib/accounts/security-events';
import { securityEventList } from '@/lib/api/answers/account';
import { handler } from '@/lib/api/handler';
import { listHeaders } from '@/lib/api/openapi/shared-texts';
import { listResponse } from '@/lib/api/responses';

export const GET = handler(
  {
    id: 'listSecurityEvents',
    tag: 'Accounts',
    summary: 'What happened to the account, newest first, 20 a page',
    access: 'self',
    answers: { 200: securityEventList },
    headers: listHeaders,
    query: eventQuerySchema,
  },
  async ({ request, actor, params, query }) =>
    listResponse(request, await listSecurityEvents(actor, params.userId ?? '', query)),
);
