import { conditionalAnswer } from '@/lib/api/conditional';
import { handler } from '@/lib/api/handler';
import { drawMark } from '@/lib/content/pictures/mark-picture';
import { notFound } from '@/lib/problem';
import { drawPagePicture } from './page-picture';

const share = 0.8;
/** Of a maskable icon a circle of 0.8 is always shown; the square in it has a side of 0.56. */
const maskableShare = 0.56;
const marks = new Map([
  ['touch.png', { size: 180, share }], ['logo.png', { size: 512, share }], ['icon-192.png', { size: 192, share }], ['icon-512.png', { size: 512, share }],
  ['icon-maskable.png', { size: 512, share: maskableShare }],
]);

export const GET = handler({ access: 'anyone', answers: { 200: 'image/png', 304: null } }, async ({ request, params: { path = '' } }) => {
  const mark = marks.get(path);
  const body = await (mark ? drawMark(mark) : drawPagePicture(path.split('/')));
  if (!body) throw notFound();
  return conditionalAnswer(request, { body, type: 'image/png', maxAgeSeconds: 3600 });
});
