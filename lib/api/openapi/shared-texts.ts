import { languages } from '@/lib/language';

/** The OpenAPI document lists the tags in this order. */
export const tags = {
  Content: 'Content files, pictures and files for browsers and search engines.',
  Contact: 'Messages from visitors.',
  Newsletter: 'Subscriptions, confirmation and unsubscribing.',
  Blog: 'Articles and search.',
  Accounts: 'Sign-up, sign-in, sessions, second factor and passkeys.',
  Payments: 'Products, checkout, orders, refunds, gifts and seats.',
  Courses: 'Lessons, progress, notes, questions, quizzes and the learner’s profile.',
  Administration: 'Calls for editors and administrators.',
  Operating: 'Health, metrics and version.',
} as const;

export type Tag = keyof typeof tags;

export const pathParameterTexts: Readonly<Record<string, string>> = {
  action: 'one of the actions that the description lists',
  attemptId: 'the id of the attempt',
  courseName: 'the slug of the course',
  decision: '`approve`, `refuse`, `by-hand`, `accept` or `return`',
  file: 'a file name',
  hostname: 'any host name',
  id: 'the id of the resource',
  key: 'the key of the product',
  kind: '`question` or `answer`',
  lang: `one of ${languages.join(', ')}`,
  lesson: "the file name of the lesson's video",
  linkId: 'the id of the link',
  name: 'the last segment of a fileName',
  noteId: 'the id of the note',
  nextauth: "next-auth's action and provider",
  orderId: 'the id of the order',
  passkeyId: 'the id of the passkey',
  path: 'one or more segments',
  quizId: 'the id of the quiz',
  seatId: 'the id of the seat',
  sessionId: 'the id of the session',
  slug: 'the slug of the course',
  userId: 'the id of the user',
};

export const listHeaders = { Link: 'links with rel=next and rel=prev' };
export const countedHeaders = { ...listHeaders, 'X-Total-Count': 'number of entries in the whole list' };
export const uploadHeaders = {
  'Upload-Offset': 'number of bytes received',
  'Upload-Length': 'number of bytes of the whole file',
  'Upload-Complete': '`?1` once all bytes are received, else `?0`',
};

export const signedMediaQuery = {
  sig: 'signature',
  exp: 'expiry time of the signature',
  file: 'a rendition, segment or caption file of the lesson',
  video: 'the version of the video that was signed',
};

export const bulkRowsText =
  '`rows` maps each id to the version that the caller loaded (`changedAt` of a rating, `updatedAt` of an article, otherwise empty). A refused entry does not stop the others.';
export const ownerOnlyText = 'Only the user may call this; administrators get 403.';
export const csvText =
  'Commas separate cells and numbers have a decimal point; `lang=de` uses semicolons and a decimal comma. Spreadsheet programs read codes such as `1E5` and `0012` as numbers: open the workbook (`.xlsx`) in them instead.';
export const signInText = 'Browsers sign in through next-auth instead. A user with a second factor also sends `totp`.';
