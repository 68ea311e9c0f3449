import { upload } from '@/lib/api/answers/admin-courses';
import { handler } from '@/lib/api/handler';
import { uploadHeaders } from '@/lib/api/openapi/shared-texts';
import { assertContentType } from '@/lib/api/request';
import { appendToUpload, removeUpload, requireUpload, uploadAnswer } from '@/lib/lessons/admin/uploads';
import { Problem } from '@/lib/problem';

async function* emptyBody(): AsyncGenerator<Uint8Array> {}

/** @throws Problem 400, 415 */
function parseChunk(request: Request) {
  assertContentType(request, 'application/partial-upload');
  const offset = request.headers.get('upload-offset') ?? '';
  if (!/^\d{1,15}$/.test(offset)) throw new Problem(400, 'malformed');
  return { offset: Number(offset), body: (request.body as AsyncIterable<Uint8Array> | null) ?? emptyBody() };
}

export const GET = handler(
  {
    id: 'getUpload',
    tag: 'Administration',
    summary: 'The state of an upload',
    access: 'admin',
    answers: { 200: upload },
    headers: uploadHeaders,
  },
  async ({ actor, params: { id = '' }, lang }) => uploadAnswer(await requireUpload(actor, id, lang)),
);
export const PATCH = handler(
  {
    id: 'appendToUpload',
    tag: 'Administration',
    summary: 'Append bytes to an upload',
    description: '`Upload-Offset` must equal the number of bytes received so far.',
    access: 'admin',
    answers: { 200: upload },
    problems: [409],
    headers: uploadHeaders,
    bodyType: 'application/partial-upload',
  },
  async ({ request, actor, params: { id = '' }, lang }) =>
    uploadAnswer(await appendToUpload(actor, id, parseChunk(request), lang)),
);
export const DELETE = handler(
  {
    id: 'cancelUpload',
    tag: 'Administration',
    summary: 'Cancel an upload',
    access: 'admin',
    answers: { 204: null },
    problems: [409],
  },
  async ({ actor, params: { id = '' } }) => {
    await removeUpload(actor, id);
    return new Response(null, { status: 204 });
  },
);
