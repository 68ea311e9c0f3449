import { conditionalAnswer } from '@/lib/api/conditional';
import { handler } from '@/lib/api/handler';
import { drawMark } from '@/lib/content/pictures/mark-picture';
import { notFound } from '@/lib/problem';
import { drawPagePicture } from './page-picture';

const markPixels: ReadonlyMap<string, number> = new Map([['touch.png', 180], ['logo.png', 512], ['icon-192.png', 192], ['icon-512.png', 512]]);

export const GET = handler({ access: 'anyone', answers: { 200: 'image/png', 304: null } }, async ({ request, params: { path = '' } }) => {
  const pixels = markPixels.get(path);
  const body = await (pixels ? drawMark(pixels) : drawPagePicture(path.split('/')));
  if (!body) throw notFound();
  return conditionalAnswer(request, { body, type: 'image/png', maxAgeSeconds: 3600 });
});
