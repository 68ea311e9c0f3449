import { sampleArticle as article } from '@/tests/support/content/articles';
import { sendCall, type CallInput } from './call-world';

const newDraft = '0198aaaa-0000-7000-8000-000000000001';
const draftChange = { params: { id: newDraft }, body: { number: 0, updatedAt: null, values: article } };

export const createArticle = async (sent: CallInput = {}): Promise<CallInput> => {
  await sendCall('POST /api/admin/articles', { body: article });
  return { params: { id: article.id }, ...sent };
};

export const articleExamples: Record<string, CallInput | (() => Promise<CallInput>)> = {
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
