import type { UploadView } from './uploads';

/** The state of an upload, with the headers of the resumable-uploads draft (docs/decisions/050). */
export function uploadAnswer(upload: UploadView, status = 200): Response {
  const complete = upload.receivedBytes === upload.sizeBytes;
  return Response.json(upload, {
    status,
    headers: {
      'cache-control': 'no-store', 'upload-offset': String(upload.receivedBytes), 'upload-length': String(upload.sizeBytes), 'upload-complete': complete ? '?1' : '?0',
      ...(status === 201 ? { location: `/api/admin/uploads/${upload.uploadId}` } : {}),
    },
  });
}
