import { handler } from '@/lib/api/handler';
import { protectedPicture } from '@/lib/pictures/picture-files';
import { isPictureId, pictureFileOf } from '@/lib/pictures/picture-url';
import { notFound } from '@/lib/problem';
import { fileAnswers } from '@/lib/shapes';

/** Serves only generated files, never the upload itself. The picture of an id never changes. */
export const GET = handler(
  {
    id: 'getPictureFile',
    tag: 'Content',
    summary: 'A picture of the media library',
    description: '`file` is `{width}.avif` or `{width}.webp`.',
    access: 'anyone',
    answers: { 200: 'image/webp', 206: 'image/webp', ...fileAnswers },
  },
  ({ params: { id = '', file = '' } }) => {
    const pictureFile = pictureFileOf(file);
    if (!isPictureId(id) || !pictureFile) throw notFound();
    return new Response(null, {
      headers: {
        'x-accel-redirect': protectedPicture(id, file),
        'content-type': `image/${pictureFile.format}`,
        'cache-control': 'public, max-age=31536000, immutable',
        'cross-origin-resource-policy': 'cross-origin',
      },
    });
  },
);
