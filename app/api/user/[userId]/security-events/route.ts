import { eventQuerySchema, listSecurityEvents } from '@/lib/accounts/security-events';
import { securityEventList } from '@/lib/api/answers/account';
import { handler } from '@/lib/api/handler';
import { listHeaders } from '@/lib/api/openapi/shared-texts';
import { listResponse } from '@/lib/api/responses';

export const GET = handler(
  {
    id: 'listSecurityEvents',
    tag: 'Accounts',
    summary: 'List security events, newest first, 20 per page',
    access: 'sameUserOrAdmin',
    answers: { 200: securityEventList },
    headers: listHeaders,
    query: eventQuerySchema,
  },
  async ({ request, actor, params, query }) =>
    listResponse(request, await listSecurityEvents(actor, params.userId ?? '', query)),
);
