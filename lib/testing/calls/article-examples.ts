import { sampleArticle as article } from '../content/articles';
import { send, type Sent } from './call-world';

const newDraft = '0198aaaa-0000-7000-8000-000000000001';
const draftChange = { params: { id: newDraft }, body: { number: 0, updatedAt: null, values: article } };

export const createdArticle = async (sent: Sent = {}): Promise<Sent> => {
  await send('POST /api/admin/articles', { body: article });
  return { params: { id: article.id }, ...sent };
};

/** Of the calls of articles. */
export const articleExamples: Record<string, Sent | (() => Promise<Sent>)> = {
  'POST /api/admin/articles': { body: article },
  'GET /api/admin/articles/[id]': () => createdArticle(),
  'PUT /api/admin/articles/[id]': () => createdArticle({ body: article }),
  'DELETE /api/admin/articles/[id]': () => createdArticle(),
  'GET /api/admin/articles/[id]/draft': () => createdArticle(),
  'PUT /api/admin/articles/[id]/draft': draftChange,
  'POST /api/admin/articles/[id]/draft': {
    params: { id: newDraft }, body: { action: 'save', number: '0', updatedAt: '', id: 'a-title', category: 'news', publishedAt: '2026-11-21T10:00', imageUrl: '', texts: article.texts },
  },
  'DELETE /api/admin/articles/[id]/draft': async () => {
    await send('PUT /api/admin/articles/[id]/draft', draftChange);
    return { params: { id: newDraft }, query: '?number=1' };
  },
  'POST /api/admin/articles/[id]/preview': () => createdArticle({ body: { lang: 'en' } }),
};
