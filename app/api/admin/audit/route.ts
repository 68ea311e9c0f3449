import { auditQuerySchema, listAudit } from '@/lib/admin/audit-log';
import { listAnswer } from '@/lib/admin/list-answer';
import { handler } from '@/lib/guards/handler';
import { methods } from '@/lib/guards/methods';
import { parseQuery } from '@/lib/guards/parse-query';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: handler({ access: 'admin' }, async ({ request, actor, lang }) => listAnswer(request, await listAudit(actor, await parseQuery(request, auditQuerySchema, lang)))),
});
