import { randomUUID } from 'node:crypto';
import { inEachLanguage } from '@/lib/language';
import { readJson, sendCall, type CallInput } from './call-world';
import { createSmallGif } from '@/tests/support/content/picture-files';

const newPicture = {
  query: '?name=one.gif',
  headers: { 'content-type': 'application/octet-stream' },
  body: createSmallGif(),
};
const createPicture = async () => (await readJson(sendCall('POST /api/admin/pictures', newPicture))).id!;

export const pictureExamples: Record<string, CallInput | (() => Promise<CallInput>)> = {
  'GET /assets/pictures/[id]/[file]': { params: { id: randomUUID(), file: '320.webp' } },
  'GET /api/admin/pictures': async () => {
    await createPicture();
    return {};
  },
  'POST /api/admin/pictures': newPicture,
  'GET /api/admin/pictures/[id]': async () => ({ params: { id: await createPicture() } }),
  'POST /api/admin/pictures/[id]': async () => ({
    params: { id: await createPicture() },
    body: { alt: inEachLanguage(() => 'A drawing'), focusX: 50, focusY: 50 },
  }),
  'POST /api/admin/pictures/[id]/remove': async () => ({ params: { id: await createPicture() } }),
};
