import { picturesSchema, removePictures } from '@/lib/admin/bulk';
import { bulkResult } from '@/lib/api/answers/administration';
import { createBulkResponse } from '@/lib/api/form-posts';
import { handler } from '@/lib/api/handler';
import { bulkRowsText } from '@/lib/api/openapi/shared-texts';
import { now } from '@/lib/clock';

const back = '/admin/media';

export const POST = handler(
  {
    id: 'deletePictures',
    tag: 'Administration',
    summary: 'Delete several unused pictures',
    description: bulkRowsText,
    access: 'media',
    answers: { 200: bulkResult },
    body: picturesSchema,
    form: { next: back, back },
    example: { body: { action: 'remove', rows: { none: '' } } },
  },
  async ({ request, actor, body, lang, isForm }) =>
    createBulkResponse(await removePictures({ actor, bulk: body, lang, now: now() }), { request, lang, isForm, back }),
);
