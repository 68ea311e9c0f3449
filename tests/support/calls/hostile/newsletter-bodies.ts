const newsletter = {
  lang: 'en',
  subject: 'A subject',
  preview: '',
  html: '<p>x</p>',
  readerLang: 'en',
  courseSlug: null,
  courseOwners: true,
};

export const newsletterBodies = {
  'POST /api/admin/newsletters': newsletter,
  'PUT /api/admin/newsletters/[id]': { ...newsletter, updatedAt: '2026-01-01T00:00:00Z' },
};
