import { countView } from '@/lib/blog/count-view';
import { now } from '@/lib/clock';
import { handler } from '@/lib/api/handler';
import { methods } from '@/lib/api/methods';
import { notFound } from '@/lib/problem';

const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: handler({}, async ({ request, params, actor }) => {
    const reader = {
      sessionId: actor?.sessionId ?? null,
      address: request.headers.get('x-client-address') ?? '',
      userAgent: request.headers.get('user-agent') ?? '',
    };
    if (!(await countView(params.id ?? '', reader, now()))) throw notFound('no-article-found');
    return new Response(null, { status: 204 });
  }),
});
export { GET, POST, PUT, PATCH, DELETE, OPTIONS };
