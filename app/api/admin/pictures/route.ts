import { picture, pictureList } from '@/lib/api/answers/administration';
import { handler } from '@/lib/api/handler';
import { listHeaders } from '@/lib/api/openapi/shared-texts';
import { assertContentType, readBytes, readFiles } from '@/lib/api/request';
import { listResponse } from '@/lib/api/responses';
import { addPicture, addPictures } from '@/lib/pictures/admin/add-pictures';
import {
  listPictures,
  maxFormFiles,
  maxPictureBytes,
  pictureNameSchema,
  pictureQuerySchema,
} from '@/lib/pictures/admin/pictures';

const form = { next: '/admin/media', back: '/admin/media', files: true } as const;

/** Ignores the media type that the browser claims. @throws Problem 413, 415 */
async function readFile(request: Request, name: string) {
  assertContentType(request, 'application/octet-stream');
  return { name, bytes: await readBytes(request, maxPictureBytes) };
}

export const GET = handler(
  {
    id: 'listPictures',
    tag: 'Administration',
    summary: 'The media library, newest first',
    access: 'media',
    answers: { 200: pictureList },
    headers: listHeaders,
    query: pictureQuerySchema,
  },
  async ({ request, actor, query }) => listResponse(request, await listPictures(actor, query)),
);
export const POST = handler(
  {
    id: 'uploadPicture',
    tag: 'Administration',
    summary: 'Add a picture',
    description:
      'Accepts JPEG, PNG, WebP, GIF and AVIF, recognised by content. The picture is processed later; see `status`.',
    access: 'media',
    answers: { 201: picture },
    problems: [413, 415, 422, 503],
    bodyType: 'application/octet-stream',
    query: pictureNameSchema,
    form,
  },
  async ({ request, actor, query, lang, isForm }) =>
    isForm
      ? addPictures(actor, await readFiles(request, 'files', maxFormFiles), lang)
      : Response.json(await addPicture(actor, await readFile(request, query.name)), { status: 201 }),
);
