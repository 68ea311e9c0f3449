import { handler } from '@/lib/api/handler';
import { conditionalResponse } from '@/lib/api/responses';
import { drawMark } from '@/lib/pictures/drawing/share-picture';
import { notFound } from '@/lib/problem';

export const dynamic = 'force-dynamic';

/** Serves the picture of `/assets/share/touch.png` to programs that request the old icon path. */
export const GET = handler(
  {
    id: 'getFavicon',
    tag: 'Content',
    summary: 'The icon of the site',
    access: 'anyone',
    answers: { 200: 'image/png', 304: null },
    problems: [404],
  },
  async ({ request }) => {
    const body = await drawMark({ size: 180, share: 0.8 });
    if (!body) throw notFound();
    return conditionalResponse(request, { body, type: 'image/png', maxAgeSeconds: 3600 });
  },
);
