import { auditQuerySchema, listAudit } from '@/lib/admin/reports/audit-log';
import { auditList } from '@/lib/api/answers/administration';
import { handler } from '@/lib/api/handler';
import { listAnswer } from '@/lib/api/paging';

export const GET = handler({ access: 'admin', answers: { 200: auditList }, query: auditQuerySchema }, async ({ request, actor, query }) => listAnswer(request, await listAudit(actor, query)));
