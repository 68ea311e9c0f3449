import { eventQuerySchema, listSecurityEvents } from '@/lib/auth/security-events/list-security-events';
import { securityEventList } from '@/lib/api/answers/account';
import { handler } from '@/lib/api/handler';
import { listAnswer } from '@/lib/api/paging';

export const GET = handler({ access: 'self', answers: { 200: securityEventList }, query: eventQuerySchema }, async ({ request, actor, params, query }) =>
  listAnswer(request, await listSecurityEvents(actor, params.userId ?? '', query)));
