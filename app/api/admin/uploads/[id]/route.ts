import { appendToUpload, removeUpload, requireUpload, uploadAnswer } from '@/lib/admin/uploads/uploads';
import { handler } from '@/lib/api/handler';
import { methods } from '@/lib/api/methods';
import { Problem } from '@/lib/problem';

async function* nothing(): AsyncGenerator<Uint8Array> {}

/** `Upload-Offset` and the bytes from there on, as they come. @throws Problem 400, 415 */
function pieceOf(request: Request) {
  if (request.headers.get('content-type') !== 'application/partial-upload') throw new Problem(415, 'unsupported-type');
  const offset = request.headers.get('upload-offset') ?? '';
  if (!/^\d{1,15}$/.test(offset)) throw new Problem(400, 'malformed');
  return { offset: Number(offset), body: (request.body as AsyncIterable<Uint8Array> | null) ?? nothing() };
}

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: handler({ access: 'admin' }, async ({ actor, params: { id = '' } }) => uploadAnswer(await requireUpload(actor, id))),
  PATCH: handler({ access: 'admin' }, async ({ request, actor, params: { id = '' } }) => uploadAnswer(await appendToUpload(actor, id, pieceOf(request)))),
  DELETE: handler({ access: 'admin' }, async ({ actor, params: { id = '' } }) => {
    await removeUpload(actor, id);
    return new Response(null, { status: 204 });
  }),
});
