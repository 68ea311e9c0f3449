import { handler } from '@/lib/api/handler';
import { isPictureId, pictureFileOf } from '@/lib/media/picture-address';
import { protectedPicture } from '@/lib/media/picture-files';
import { notFound } from '@/lib/problem';

/** Always one of the files that the service made itself: what was uploaded has no address. Another picture has another id. Newsletters show it inside a reader's own site. */
export const GET = handler({ access: 'anyone', answers: { 200: 'image/webp', 304: null } }, ({ params: { id = '', file = '' } }) => {
  const named = pictureFileOf(file);
  if (!isPictureId(id) || !named) throw notFound();
  return new Response(null, {
    headers: {
      'x-accel-redirect': protectedPicture(id, file), 'content-type': `image/${named.format}`, 'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'cross-origin',
    },
  });
});
