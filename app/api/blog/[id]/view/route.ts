import { deviceOf } from '@/lib/accounts/sessions/devices';
import { handler } from '@/lib/api/handler';
import { countView } from '@/lib/articles/views';
import { now } from '@/lib/clock';
import { notFound } from '@/lib/problem';

export const POST = handler(
  {
    id: 'countArticleView',
    tag: 'Blog',
    summary: 'Count a view, once a day for each reader',
    access: 'public',
    answers: { 204: null },
  },
  async ({ request, params, actor }) => {
    const reader = {
      sessionId: actor && actor.role !== 'guest' ? actor.sessionId : null,
      ...deviceOf(request.headers),
    };
    if (!(await countView(params.id ?? '', reader, now()))) throw notFound('no-article-found');
    return new Response(null, { status: 204 });
  },
);
