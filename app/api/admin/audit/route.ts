import { auditQuerySchema, listAudit } from '@/lib/accounts/admin/audit-log';
import { auditList } from '@/lib/api/answers/administration';
import { handler } from '@/lib/api/handler';
import { listHeaders } from '@/lib/api/openapi/shared-texts';
import { listResponse } from '@/lib/api/responses';

export const GET = handler(
  {
    id: 'listAuditEntries',
    tag: 'Administration',
    summary: 'The audit log',
    access: 'admin',
    answers: { 200: auditList },
    headers: listHeaders,
    query: auditQuerySchema,
  },
  async ({ request, actor, query }) => listResponse(request, await listAudit(actor, query)),
);
