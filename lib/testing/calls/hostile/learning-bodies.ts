/** For every-call.test.ts: what the calls of notes, questions and ratings expect; null for those that read no body. */
export const learningBodies: Readonly<Record<string, unknown>> = {
  'POST /api/user/[userId]/lesson-notes/[courseName]/[lesson]': { positionSeconds: 12, text: 'A note' },
  'POST /api/user/[userId]/notes/[noteId]': { text: 'A note', next: '/en/profile/notes' },
  'POST /api/user/[userId]/notes/[noteId]/remove': { next: '/en/profile/notes' },
  'POST /api/lesson-questions/[courseName]/[lesson]': { text: 'Why two folders?' },
  'POST /api/questions/[id]/answers': { text: 'An answer' },
  'POST /api/questions/[id]/accept': { answerId: 'x' },
  'POST /api/questions/[id]/change': { text: 'Why three folders?' },
  'POST /api/questions/[id]/remove': null,
  'POST /api/answers/[id]/change': { text: 'Another answer' },
  'POST /api/answers/[id]/remove': null,
  'POST /api/user/[userId]/profile/question-mails': { questionMails: 'off' },
  'POST /api/user/[userId]/profile/weekly-mail': { weeklyMail: 'on', mailLang: 'en', goalMinutes: 60 },
  'POST /api/weekly-mail/stop': null,
  'POST /api/question-mails': { token: 'x', scope: 'all' },
  'POST /api/question-mails/stop': null,
  'PUT /api/admin/questions/[kind]/[id]': { hidden: true, reason: 'Spam' },
  'POST /api/user/[userId]/rating/[courseName]': { stars: 4, text: 'x' },
  'PUT /api/admin/attachments/[id]': { name: { ar: 'x', en: 'x', de: 'x' } },
  'PUT /api/admin/ratings/[id]': { status: 'published', answer: null, changedAt: '2026-01-01T00:00:00Z' },
};

/** The same for gifts. */
export const giftBodies = {
  'POST /api/payment/[userId]/orders/[orderId]/gift': { recipient_name: 'Hala', recipient_email: 'hala@midan.example', send_on: '' },
  'POST /api/gifts/open': { token: 'x' },
};

const letter = { lang: 'en', subject: 'A subject', preview: '', html: '<p>x</p>', readerLang: 'en', courseSlug: null, courseOwners: true };

/** The same for newsletters. */
export const newsletterBodies = {
  'POST /api/newsletter/subscribe': { email: 'reader@midan.example' },
  'POST /api/newsletter/confirm': { token: 'x' },
  'POST /api/newsletter/unsubscribe': null,
  'POST /api/newsletter/bounces': { email: 'reader@midan.example', permanent: true, reason: 'No such mailbox' },
  'POST /api/user/[userId]/profile/newsletter': { newsletter: 'on', newsletterLang: 'en' },
  'POST /api/admin/newsletters': letter,
  'PUT /api/admin/newsletters/[id]': { ...letter, updatedAt: '2026-01-01T00:00:00Z' },
  'POST /api/admin/newsletters/[id]/test': null,
  'POST /api/admin/newsletters/[id]/send': { sendAt: '2030-01-01T00:00:00Z', updatedAt: '2026-01-01T00:00:00Z' },
  'POST /api/admin/newsletters/[id]/stop': null,
  'POST /api/admin/newsletters/[id]/continue': null,
  'POST /api/admin/newsletters/[id]/take-back': null,
};

/** The same for the pages changed in administration. */
export const contentBodies = {
  'PUT /api/admin/content/[id]': { version: 0, values: { all: { logo: '/assets/x.svg' } } },
  'POST /api/admin/content/[id]/[action]': { version: 0, number: 0 },
  'POST /api/admin/content/[id]/preview': { lang: 'en' },
  'POST /api/admin/content/[id]/copy': null,
};
