import { pictureWithUses } from '@/lib/api/answers/administration';
import { handler } from '@/lib/api/handler';
import { changePicture, pictureChangeOfForm, pictureChangeSchema, requirePicture } from '@/lib/pictures/admin/pictures';

const form = {
  next: (answer: unknown, lang: string) => `/${lang}/admin/media/${(answer as { id: string }).id}?saved=1`,
  back: '/admin/media',
  read: pictureChangeOfForm,
};

export const GET = handler(
  {
    id: 'getPicture',
    tag: 'Administration',
    summary: 'A picture and where it is used',
    access: 'media',
    answers: { 200: pictureWithUses },
  },
  async ({ actor, params: { id = '' } }) => requirePicture(actor, id),
);
export const POST = handler(
  {
    id: 'changePicture',
    tag: 'Administration',
    summary: "Change a picture's alternative texts and focus point",
    access: 'media',
    answers: { 200: pictureWithUses },
    problems: [409],
    body: pictureChangeSchema,
    form,
  },
  async ({ actor, params: { id = '' }, body }) => changePicture(actor, id, body),
);
