import { conditionalAnswer } from '@/lib/api/conditional';
import { handler } from '@/lib/api/handler';
import { drawMark } from '@/lib/content/pictures/mark-picture';
import { notFound } from '@/lib/problem';

export const dynamic = 'force-dynamic';

/** The picture of `/assets/share/touch.png`, for programs that ask for the icon by its old name. */
export const GET = handler({ access: 'anyone', answers: { 200: 'image/png', 304: null } }, async ({ request }) => {
  const body = await drawMark({ size: 180, share: 0.8 });
  if (!body) throw notFound();
  return conditionalAnswer(request, { body, type: 'image/png', maxAgeSeconds: 3600 });
});
