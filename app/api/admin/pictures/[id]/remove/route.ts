import { handler } from '@/lib/api/handler';
import { removePicture } from '@/lib/pictures/admin/pictures';

export const POST = handler(
  {
    id: 'deletePicture',
    tag: 'Administration',
    summary: 'Delete an unused picture',
    access: 'media',
    answers: { 204: null },
    problems: [409],
    form: { next: '/admin/media', back: '/admin/media' },
  },
  async ({ actor, params: { id = '' } }) => {
    await removePicture(actor, id);
    return new Response(null, { status: 204 });
  },
);
