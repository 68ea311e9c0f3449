import { appendToUpload, removeUpload, requireUpload, uploadAnswer } from '@/lib/admin/uploads/uploads';
import { upload } from '@/lib/api/answers/admin-courses';
import { handler } from '@/lib/api/handler';
import { Problem } from '@/lib/problem';

async function* nothing(): AsyncGenerator<Uint8Array> {}

/** `Upload-Offset` and the bytes from there on, as they come. @throws Problem 400, 415 */
function pieceOf(request: Request) {
  if (request.headers.get('content-type') !== 'application/partial-upload') throw new Problem(415, 'unsupported-type');
  const offset = request.headers.get('upload-offset') ?? '';
  if (!/^\d{1,15}$/.test(offset)) throw new Problem(400, 'malformed');
  return { offset: Number(offset), body: (request.body as AsyncIterable<Uint8Array> | null) ?? nothing() };
}

export const GET = handler({ access: 'admin', answers: { 200: upload } }, async ({ actor, params: { id = '' }, lang }) => uploadAnswer(await requireUpload(actor, id, lang)));
export const PATCH = handler({ access: 'admin', answers: { 200: upload } }, async ({ request, actor, params: { id = '' }, lang }) => uploadAnswer(await appendToUpload(actor, id, pieceOf(request), lang)));
export const DELETE = handler({ access: 'admin', answers: { 204: null } }, async ({ actor, params: { id = '' } }) => {
  await removeUpload(actor, id);
  return new Response(null, { status: 204 });
});
