import { handler } from '@/lib/api/handler';
import { conditionalResponse } from '@/lib/api/responses';
import { drawMark } from '@/lib/pictures/drawing/share-picture';
import { notFound } from '@/lib/problem';
import { drawPagePicture } from './page-picture';

const share = 0.8;
/** Platforms may crop a maskable icon to a circle of 0.8 of its width. A square with a side of 0.56 fits inside. */
const maskableShare = 0.56;
const marks = new Map([
  ['touch.png', { size: 180, share }],
  ['logo.png', { size: 512, share }],
  ['icon-192.png', { size: 192, share }],
  ['icon-512.png', { size: 512, share }],
  ['icon-maskable.png', { size: 512, share: maskableShare }],
]);

export const GET = handler(
  {
    id: 'getSharePicture',
    tag: 'Content',
    summary: 'A generated share picture or icon',
    description:
      '`path` is `{lang}/{page}.png`, `touch.png`, `logo.png`, `icon-192.png`, `icon-512.png` or `icon-maskable.png`.',
    access: 'anyone',
    answers: { 200: 'image/png', 304: null },
    example: { params: { path: 'logo.png' } },
  },
  async ({ request, params: { path = '' } }) => {
    const mark = marks.get(path);
    const body = await (mark ? drawMark(mark) : drawPagePicture(path.split('/')));
    if (!body) throw notFound();
    return conditionalResponse(request, { body, type: 'image/png', maxAgeSeconds: 3600 });
  },
);
