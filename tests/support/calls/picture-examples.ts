import { randomUUID } from 'node:crypto';
import { inEachLanguage } from '@/lib/language';
import { jsonOf, sendCall, type CallInput } from './call-world';
import { smallGif } from '@/tests/support/content/picture-files';

const newPicture = {
  query: '?name=one.gif',
  headers: { 'content-type': 'application/octet-stream' },
  body: smallGif(),
};
const pictureId = async () => (await jsonOf(sendCall('POST /api/admin/pictures', newPicture))).id!;

export const pictureExamples: Record<string, CallInput | (() => Promise<CallInput>)> = {
  'GET /assets/pictures/[id]/[file]': { params: { id: randomUUID(), file: '320.webp' } },
  'GET /api/admin/pictures': async () => {
    await pictureId();
    return {};
  },
  'POST /api/admin/pictures': newPicture,
  'GET /api/admin/pictures/[id]': async () => ({ params: { id: await pictureId() } }),
  'POST /api/admin/pictures/[id]': async () => ({
    params: { id: await pictureId() },
    body: { alt: inEachLanguage(() => 'A drawing'), focusX: 50, focusY: 50 },
  }),
  'POST /api/admin/pictures/[id]/remove': async () => ({ params: { id: await pictureId() } }),
};
