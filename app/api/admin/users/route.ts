import { listAnswer } from '@/lib/admin/list-answer';
import { listUsers, userQuerySchema } from '@/lib/admin/users';
import { handler } from '@/lib/guards/handler';
import { methods } from '@/lib/guards/methods';
import { parseQuery } from '@/lib/guards/parse-query';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: handler({ access: 'admin' }, async ({ request, actor, lang }) => listAnswer(request, await listUsers(actor, await parseQuery(request, userQuerySchema, lang)))),
});
