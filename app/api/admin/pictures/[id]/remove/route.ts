import { removePicture } from '@/lib/admin/media/pictures';
import { handler } from '@/lib/api/handler';

export const POST = handler({ access: 'media', answers: { 204: null }, form: { next: '/admin/media', back: '/admin/media' } }, async ({ actor, params: { id = '' } }) => {
  await removePicture(actor, id);
  return new Response(null, { status: 204 });
});
