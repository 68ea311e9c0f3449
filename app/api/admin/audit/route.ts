import { auditQuerySchema, listAudit } from '@/lib/admin/reports/audit-log';
import { listAnswer } from '@/lib/admin/list-answer';
import { handler } from '@/lib/api/handler';
import { methods } from '@/lib/api/methods';
import { parseQuery } from '@/lib/api/parse-query';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: handler({ access: 'admin' }, async ({ request, actor, lang }) => listAnswer(request, await listAudit(actor, await parseQuery(request, auditQuerySchema, lang)))),
});
