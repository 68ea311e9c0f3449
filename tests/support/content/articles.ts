export const sampleArticle = {
  id: 'a-title',
  category: 'news',
  imageUrl: null,
  publishedAt: '2026-01-01T00:00:00Z',
  published: true,
  texts: {
    en: { title: 'A title', description: 'A description of twenty letters', category: 'News', html: '<p>x</p>' },
  },
};

const change = {
  ...sampleArticle,
  imageUrl: '/assets/x.svg',
  updatedAt: '2026-01-01T00:00:00Z',
  draft: { id: 'a-title', number: 1 },
};

export const articleBodies = {
  'POST /api/admin/articles': change,
  'PUT /api/admin/articles/[id]': change,
  'PUT /api/admin/articles/[id]/draft': { number: 0, updatedAt: '2026-01-01T00:00:00Z', values: sampleArticle },
  'POST /api/admin/articles/[id]/draft': {
    action: 'save',
    number: '0',
    updatedAt: '',
    id: 'a-title',
    category: 'news',
    publishedAt: '2026-11-21T10:00',
    imageUrl: '',
    published: 'on',
    texts: sampleArticle.texts,
  },
};
