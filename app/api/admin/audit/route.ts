import { auditQuerySchema, listAudit } from '@/lib/admin/audit-log';
import { listAnswer, queryOf } from '@/lib/admin/list-answer';
import { handler } from '@/lib/guards/handler';
import { methods } from '@/lib/guards/methods';

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: handler({ access: 'admin' }, async ({ request, actor }) => listAnswer(request, await listAudit(actor, queryOf(request, auditQuerySchema)))),
});
