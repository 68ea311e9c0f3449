import { addPicture, addPictures } from '@/lib/admin/media/add-picture';
import { maxFormFiles, maxPictureBytes, pictureNameSchema, pictureQuerySchema } from '@/lib/admin/media/picture-schema';
import { listPictures } from '@/lib/admin/media/pictures';
import { picture, pictureList } from '@/lib/api/answers/administration';
import { handler } from '@/lib/api/handler';
import { listAnswer } from '@/lib/api/paging';
import { readBytes, readFiles } from '@/lib/api/request-body';
import { Problem } from '@/lib/problem';

const form = { next: '/admin/media', back: '/admin/media', files: true } as const;

/** The bytes of one file, whatever a browser says they are. @throws Problem 413, 415 */
async function fileOf(request: Request, name: string) {
  if (request.headers.get('content-type') !== 'application/octet-stream') throw new Problem(415, 'unsupported-type');
  return { name, bytes: await readBytes(request, maxPictureBytes) };
}

export const GET = handler({ access: 'media', answers: { 200: pictureList }, query: pictureQuerySchema }, async ({ request, actor, query }) => listAnswer(request, await listPictures(actor, query)));
export const POST = handler({ access: 'media', answers: { 201: picture }, query: pictureNameSchema, form }, async ({ request, actor, query, lang, isForm }) =>
  isForm
    ? addPictures(actor, await readFiles(request, 'files', maxFormFiles), lang)
    : Response.json(await addPicture(actor, await fileOf(request, query.name)), { status: 201 }));
