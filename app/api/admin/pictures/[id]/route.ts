import { pictureChangeOfForm, pictureChangeSchema } from '@/lib/admin/media/picture-schema';
import { changePicture, requirePicture } from '@/lib/admin/media/pictures';
import { pictureWithUses } from '@/lib/api/answers/administration';
import { handler } from '@/lib/api/handler';

const form = { next: (answer: unknown, lang: string) => `/${lang}/admin/media/${(answer as { id: string }).id}?saved=1`, back: '/admin/media', read: pictureChangeOfForm };

export const GET = handler({ access: 'media', answers: { 200: pictureWithUses } }, async ({ actor, params: { id = '' } }) => requirePicture(actor, id));
export const POST = handler({ access: 'media', answers: { 200: pictureWithUses }, body: pictureChangeSchema, form }, async ({ actor, params: { id = '' }, body }) => changePicture(actor, id, body));
