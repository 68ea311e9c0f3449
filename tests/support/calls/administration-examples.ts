import { randomUUID } from 'node:crypto';
import { db } from '@/lib/database/client';
import { inEachLanguage } from '@/lib/language';
import { sampleArticle as article } from '@/tests/support/content/articles';
import { createSmallGif } from '@/tests/support/content/picture-files';
import { type CallInput, courseName, readJson, sendCall, world } from './call-world';

const newDraft = '0198aaaa-0000-7000-8000-000000000001';
const draftChange = { params: { id: newDraft }, body: { number: 0, updatedAt: null, values: article } };

export const createArticle = async (sent: CallInput = {}): Promise<CallInput> => {
  await sendCall('POST /api/admin/articles', { body: article });
  return { params: { id: article.id }, ...sent };
};

const articleExamples: Record<string, CallInput | (() => Promise<CallInput>)> = {
  'POST /api/admin/articles': { body: article },
  'GET /api/admin/articles/[id]': () => createArticle(),
  'PUT /api/admin/articles/[id]': () => createArticle({ body: article }),
  'DELETE /api/admin/articles/[id]': () => createArticle(),
  'GET /api/admin/articles/[id]/draft': () => createArticle(),
  'PUT /api/admin/articles/[id]/draft': draftChange,
  'POST /api/admin/articles/[id]/draft': {
    params: { id: newDraft },
    body: {
      action: 'save',
      number: '0',
      updatedAt: '',
      id: 'a-title',
      category: 'news',
      publishedAt: '2026-11-21T10:00',
      imageUrl: '',
      texts: article.texts,
    },
  },
  'DELETE /api/admin/articles/[id]/draft': async () => {
    await sendCall('PUT /api/admin/articles/[id]/draft', draftChange);
    return { params: { id: newDraft }, query: '?number=1' };
  },
  'POST /api/admin/articles/[id]/preview': () => createArticle({ body: { lang: 'en' } }),
};

/** Example bodies that each name an existing and a missing row. */
const bulkExamples: Record<string, () => Promise<CallInput>> = {
  'POST /api/admin/bulk/ratings': async () => {
    const rating = {
      userId: world.learner.userId,
      courseSlug: courseName,
      stars: 4,
      text: 'Clear',
      status: 'waiting',
      changedAt: new Date(),
    } as const;
    const { id, changedAt } = await (
      await db()
    ).courseRating.create({ data: rating, select: { id: true, changedAt: true } });
    return { body: { action: 'published', rows: { [id]: changedAt.toISOString(), none: '' } } };
  },
  'POST /api/admin/bulk/enquiries': async () => {
    const { id } = await (
      await db()
    ).enquiry.create({
      data: { fullName: 'Mona Adel', email: 'mona@midan.example', phoneNumber: '01001234567', message: 'Hello there' },
      select: { id: true },
    });
    return { body: { action: 'handled', rows: { [id]: '', none: '' } } };
  },
  'POST /api/admin/bulk/articles': () => Promise.resolve({ body: { action: 'hide', rows: { none: '' } } }),
  'POST /api/admin/bulk/coupons': async () => {
    const { id } = await (await db()).coupon.create({ data: { code: 'TEN', percent: 10 }, select: { id: true } });
    return { body: { action: 'end', rows: { [id]: '', none: '' } } };
  },
  'POST /api/admin/bulk/pictures': () => Promise.resolve({ body: { action: 'remove', rows: { none: '' } } }),
};

const newPicture = {
  query: '?name=one.gif',
  headers: { 'content-type': 'application/octet-stream' },
  body: createSmallGif(),
};
const createPicture = async () => (await readJson(sendCall('POST /api/admin/pictures', newPicture))).id!;

const pictureExamples: Record<string, CallInput | (() => Promise<CallInput>)> = {
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

export const administrationExamples = { ...articleExamples, ...pictureExamples, ...bulkExamples };
