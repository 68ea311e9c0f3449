import { languages } from '@/lib/language';

/** The OpenAPI document lists the tags in this order. */
export const tags = {
  Content: 'Content files, pictures and what browsers and search engines fetch.',
  Contact: 'Messages of visitors.',
  Newsletter: 'Subscribing, confirming and unsubscribing.',
  Blog: 'Articles and search.',
  Accounts: 'Sign-up, sign-in, sessions, second factor and passkeys.',
  Payments: 'Products, checkout, orders, refunds, gifts and seats.',
  Courses: 'Lessons, progress, notes, questions, quizzes and the learner’s profile.',
  Administration: 'For editors and administrators.',
  Operating: 'Health, metrics and version.',
} as const;

export type Tag = keyof typeof tags;

export const pathParameterTexts: Readonly<Record<string, string>> = {
  action: '`grant`, `revoke`, `reconcile` or `resend-gift`',
  attemptId: 'the id of the attempt',
  courseName: 'the slug of the course',
  decision: '`approve`, `refuse` or `by-hand`',
  file: 'a file name',
  hostname: 'any host name',
  id: 'an id',
  key: 'the key of the product',
  kind: '`question` or `answer`',
  lang: `one of ${languages.join(', ')}`,
  lesson: "the file name of the lesson's video",
  linkId: 'the id of the link',
  name: 'the last segment of a fileName',
  noteId: 'the id of the note',
  nextauth: "next-auth's action and provider",
  orderId: 'the id of the order',
  path: 'one or more segments',
  quizId: 'the id of the quiz',
  sessionId: 'the id of the session',
  slug: 'the slug of the course',
  userId: 'the id of the user',
};

export const listHeaders = { Link: 'rel=next and rel=prev' };
export const countedHeaders = { ...listHeaders, 'X-Total-Count': 'entries of the whole list' };
export const uploadHeaders = {
  'Upload-Offset': 'bytes received',
  'Upload-Length': 'bytes of the whole file',
  'Upload-Complete': '?1 or ?0',
};

export const signedMediaQuery = {
  sig: 'signature',
  exp: 'when it expires',
  file: 'a rendition, segment or caption file of the lesson',
  video: 'the version of the video that was signed',
};

export const bulkRowsText =
  '`rows`: the id of each with its version (`changedAt` of a rating, `updatedAt` of an article, else empty). One that is refused stops none of the others.';
export const ownNotesText = 'For this user alone: an administrator gets 403.';
export const csvText =
  'Commas between cells and a decimal point; with `lang=de` semicolons and a decimal comma. Spreadsheets read codes such as `1E5` and `0012` as numbers: for people use the workbook (`.xlsx`).';
export const signInText =
  'The browser itself signs in through next-auth. An administrator with a second factor also sends `totp`.';
