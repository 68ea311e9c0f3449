import { languages } from '@/lib/language';
import type { Answers } from '../handler';

/** What the documentation says about a call besides its route and its handler's options. */
export interface Operation {
  readonly summary: string;
  readonly description?: string;
  /** Query parameters that have no schema, with their meaning. */
  readonly query?: Readonly<Record<string, string>>;
  /** Headers of the successful answer. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The body of a call that reads it by itself: its media type. */
  readonly bodyType?: string;
  /** Statuses of problems that neither access nor body explain. */
  readonly problems?: readonly number[];
  /** For a file that Next answers without a handler. */
  readonly answers?: Answers;
}

interface Group { readonly tag: string; readonly operations: Readonly<Record<string, Operation>> }

const listHeaders = { Link: 'rel=next and rel=prev' };
const countedHeaders = { ...listHeaders, 'X-Total-Count': 'entries of the whole list' };
const uploadHeaders = { 'Upload-Offset': 'bytes received', 'Upload-Length': 'bytes of the whole file', 'Upload-Complete': '?1 or ?0' };
const signedMedia = { sig: 'signature', exp: 'when it expires', file: 'a rendition, segment or caption file of the lesson', video: 'the version of the video that was signed' };
const notesAreOwn = 'For this user alone: an administrator gets 403.';
const signIn = 'The browser itself signs in through next-auth. An administrator with a second factor also sends `totp`.';

/** Keys are `METHOD path`, as in lib/routes.ts. A test holds them to the table. */
export const groups: readonly Group[] = [
  { tag: 'Content', operations: {
    'GET /config/config.json': { summary: 'Project, product name, version and languages', problems: [503] },
    'GET /assets/[...path]': { summary: 'A content file of the project', problems: [503] },
    'GET /content/common/[file]': { summary: 'Header, footer or social links of the configured project', problems: [503] },
    'GET /api/gettype/[hostname]/[name]': { summary: 'The type of a content block by the last segment of its file name', problems: [503] },
    'GET /assets/share/[...path]': { summary: 'A drawn picture: `{lang}/{page}.png`, `touch.png` or `logo.png`' },
    'GET /assets/pictures/[id]/[file]': { summary: 'A picture of the media library: `{width}.avif` or `{width}.webp`' },
    'GET /favicon.ico': { summary: 'The icon of the site', problems: [404] },
    'GET /sitemap.xml': { summary: 'Every public page with its languages', answers: { 200: 'application/xml' } },
    'GET /robots.txt': { summary: 'What search engines may fetch', answers: { 200: 'text/plain' } },
    'GET /openapi.json': { summary: 'This document' },
    'GET /api/tabs': { summary: 'A style sheet that hides the tabs which are not this visitor\'s' },
  } },
  { tag: 'Contact', operations: {
    'POST /api/contact': { summary: 'Leave a message', description: 'Stored first, then sent on by mail and webhook with retries.' },
  } },
  { tag: 'Blog', operations: {
    'GET /api/blogs': { summary: 'Published articles of a language, newest first', headers: countedHeaders },
    'GET /api/blog/[id]': { summary: 'One article', description: '404 when it is not translated into `lang`; 308 when it moved.' },
    'POST /api/blog/[id]/view': { summary: 'Count a reader, once a day' },
    'GET /[lang]/articles/feed.xml': { summary: 'The articles as RSS' },
  } },
  { tag: 'Accounts', operations: {
    'POST /auth/createUser': { summary: 'Create an account', description: '`sub` is the password. With a guest\'s bearer token the userId stays.', problems: [409] },
    'POST /auth/loginAsUser': { summary: 'Sign in by email and password', description: signIn, problems: [401] },
    'POST /auth/loginAsGuest': { summary: 'Begin a session without an account' },
    'POST /auth/loginWithGoogle': { summary: 'Sign in with Google', description: signIn, problems: [401, 409, 503] },
    'POST /auth/loginWithLinkedIn': { summary: 'Sign in with LinkedIn', description: signIn, problems: [401, 409, 503] },
    'POST /auth/send-login-code': { summary: 'Mail a code to sign in with', description: 'The same answer whether or not the account exists.' },
    'POST /auth/loginWithCode': { summary: 'Sign in with a mailed code', description: '401 `otp-wrong`; 401 `totp-required` for whoever has a second factor: send the same code with `totp`. Confirms the address.', problems: [401] },
    'POST /auth/loginWithPasskey': { summary: 'Sign in with a passkey', description: '`credential` answers `/auth/passkey/sign-in-options`. Counts as both factors.', problems: [401] },
    'POST /auth/refresh-token': { summary: 'Exchange a refresh token for new tokens', description: 'From the browser `{}` with the refresh cookie. An old token shown again ends the session.', problems: [401] },
    'GET /auth/resume': { summary: 'Refresh the browser\'s session, then go on to a page', query: { to: 'a path of the site' } },
    'POST /auth/forgot-password': { summary: 'Mail a one-time code', description: 'The same answer whether or not the account exists.' },
    'POST /auth/verify-otp': { summary: 'Exchange a one-time code for a reset token', description: 'Confirms the address.' },
    'POST /auth/reset-password': { summary: 'Set a new password', description: 'By `resetToken`, or by a session that signed in within 10 minutes, or with `currentPassword`.', problems: [401, 403] },
    'GET /auth/confirm-email': { summary: 'Confirm an email address, then go on to the site', query: { token: 'from the mailed link; one use, 24 hours' } },
    'POST /auth/confirm-new-email': { summary: 'Give the account the address that the link was mailed to', description: 'By a session of the account. Sessions, codes and links from before end; the answer is the renewed session.', problems: [409] },
    'POST /auth/restore-email': { summary: 'Undo an address change by the link to the old address', description: 'Without a session, within seven days, once. Every session ends; `resetToken` sets a new password.', problems: [409] },
    'POST /auth/logout': { summary: 'End the session' },
    'POST /auth/totp/enrol': { summary: 'Begin a second factor', problems: [409] },
    'POST /auth/totp/confirm': { summary: 'Confirm the second factor by its first code', problems: [409] },
    'POST /auth/totp/verify': { summary: 'Show a code, for what needs one of the last 10 minutes' },
    'POST /auth/passkey/sign-in-options': { summary: 'Options for `navigator.credentials.get`', description: 'The challenge is bound to the browser by the cookie of `/api/auth/csrf`, counts once and for 10 minutes.', problems: [422] },
    'POST /auth/passkey/register-options': { summary: 'Options for `navigator.credentials.create`', description: 'After a sign-in of the last 10 minutes, or with `currentPassword`.', problems: [409] },
    'POST /auth/passkey/register': { summary: 'Add a passkey, named after the device', problems: [409] },
    'POST /auth/passkey/step-up-options': { summary: 'Options for showing one of the own passkeys', problems: [409] },
    'POST /auth/passkey/step-up': { summary: 'Show a passkey, for what needs a second factor of the last 10 minutes' },
    'GET /api/auth/[...nextauth]': { summary: 'next-auth: the browser\'s own session' },
    'POST /api/auth/[...nextauth]': { summary: 'next-auth: sign in and out in the browser', bodyType: 'application/x-www-form-urlencoded', problems: [401] },
    'POST /api/user/[userId]/profile/details': { summary: 'Change name or phone' },
    'POST /api/user/[userId]/profile/question-mails': { summary: 'Turn mails about questions on or off' },
    'POST /api/user/[userId]/profile/reminders': { summary: 'Whether orders not paid yet are reminded of' },
    'POST /api/user/[userId]/profile/email': { summary: 'Mail a link to a new address', description: 'With a sign-in of the last 10 minutes or `currentPassword`. The same answer whether or not somebody else has the address.' },
    'GET /api/user/[userId]/security-events': { summary: 'What happened to the account, newest first, 20 a page', headers: listHeaders },
    'GET /api/user/[userId]/passkeys': { summary: 'The user\'s passkeys' },
    'POST /api/user/[userId]/passkeys/[passkeyId]/rename': { summary: 'Name a passkey' },
    'POST /api/user/[userId]/passkeys/[passkeyId]/remove': { summary: 'Remove a passkey' },
    'GET /api/user/[userId]/sessions': { summary: 'Where the user is signed in' },
    'POST /api/user/[userId]/sessions/[sessionId]/end': { summary: 'Sign out one device' },
    'POST /api/user/[userId]/sessions/end-all': { summary: 'Sign out everywhere' },
    'POST /api/user/[userId]/providers/[linkId]/unlink': { summary: 'Unlink a sign-in provider', problems: [409] },
    'POST /api/user/[userId]/profile/confirm-email': { summary: 'Mail a new confirmation link', problems: [409] },
    'GET /api/user/[userId]/profile/export': { summary: 'Everything stored about the user, as a file' },
    'POST /api/user/[userId]/profile/delete': { summary: 'Delete the account', problems: [401, 409] },
  } },
  { tag: 'Payments', operations: {
    'GET /api/payment/getProducts': { summary: 'Products on sale' },
    'GET /api/payment/getProduct/[key]': { summary: 'One product' },
    'GET /api/payment/isProductsAvailable': { summary: 'Whether anything is on sale' },
    'POST /api/payment/setProducts': { summary: 'Add or replace products by key', description: 'All or none. `amount` is in pounds.' },
    'GET /api/payment/getPayments': { summary: 'Payments, 20 a page', description: 'An administrator gets everybody\'s.', headers: { 'X-Total-Count': countedHeaders['X-Total-Count'] } },
    'POST /api/payment/[userId]/sendPaymentRequest': {
      summary: 'Begin a purchase', description: 'Answers the address of the hosted payment page. A pending order of the same product is used again.', headers: { 'X-Order-Id': 'the order' }, problems: [409, 502, 503],
    },
    'POST /api/payment/[userId]/checkProductStatus': { summary: 'Whether the user owns the course of a product' },
    'GET /api/payment/[userId]/orders/[orderId]': { summary: 'An order' },
    'GET /api/payment/[userId]/orders/[orderId]/receipt.pdf': { summary: 'Receipt and credit notes of a paid order as PDF', query: { lang: 'beside Arabic: en or de' } },
    'POST /api/payment/[userId]/orders/[orderId]/refund': { summary: 'Ask for a refund', description: '422 names the rule that refuses.', problems: [409] },
    'POST /api/payment/callback': { summary: 'Paymob\'s notification', query: { hmac: 'Paymob\'s signature' }, bodyType: 'application/json', problems: [400, 503] },
    'GET /api/payment/return': { summary: 'Where Paymob sends the browser', description: 'Its query grants nothing; Paymob is asked about the order.', query: { hmac: 'Paymob\'s signature' } },
    'GET /api/reminders/stop': { summary: 'Go on to the page where reminders are stopped', description: 'Changes nothing: mail scanners open links.' },
    'POST /api/reminders/stop': { summary: 'Stop reminders about orders not paid yet', description: 'By the link of such a mail, without a session; as mail programs send it (RFC 8058), or from our page.', bodyType: 'application/x-www-form-urlencoded', problems: [404] },
  } },
  { tag: 'Courses', operations: {
    'GET /api/user/[userId]/profile/getMyCourses': { summary: 'Courses of the user with their progress' },
    'GET /api/user/[userId]/profile/getMyPayments': { summary: 'Orders of the user' },
    'GET /api/user/[userId]/progress/[courseName]': { summary: 'Progress in a course' },
    'PUT /api/user/[userId]/progress/[courseName]': { summary: 'Report progress in a lesson' },
    'POST /api/user/[userId]/progress/[courseName]': { summary: 'The same, for beacons' },
    'GET /api/user/[userId]/notes': { summary: 'The user\'s notes of all courses, newest first', description: notesAreOwn, headers: listHeaders },
    'GET /api/user/[userId]/notes.md': { summary: 'The user\'s notes as a Markdown file', description: notesAreOwn },
    'POST /api/user/[userId]/notes/[noteId]': { summary: 'Change a note', description: notesAreOwn },
    'POST /api/user/[userId]/notes/[noteId]/remove': { summary: 'Remove a note', description: notesAreOwn },
    'GET /api/user/[userId]/lesson-notes/[courseName]/[lesson]': { summary: 'The user\'s notes of a lesson', description: notesAreOwn },
    'POST /api/user/[userId]/lesson-notes/[courseName]/[lesson]': { summary: 'Write a note at a second of a lesson', description: notesAreOwn },
    'GET /api/lesson-questions/[courseName]/[lesson]': { summary: 'Questions under a lesson, newest first, 10 a page' },
    'POST /api/lesson-questions/[courseName]/[lesson]': { summary: 'Ask a question under a lesson', description: 'Plain text. Administrators get a mail.' },
    'GET /api/questions/[id]': { summary: 'A question with its answers, 20 a page', description: 'The accepted answer comes first.' },
    'POST /api/questions/[id]/answers': { summary: 'Answer a question', description: 'Plain text. The asker gets a mail.' },
    'POST /api/questions/[id]/accept': { summary: 'Mark an answer as the answer', description: 'By the asker or an administrator; an empty `answerId` takes it back.' },
    'POST /api/questions/[id]/change': { summary: 'Change the own question' },
    'POST /api/questions/[id]/remove': { summary: 'Remove the own question', description: 'Answers of others stay, under a question without text.' },
    'POST /api/answers/[id]/change': { summary: 'Change the own answer' },
    'POST /api/answers/[id]/remove': { summary: 'Remove the own answer' },
    'POST /api/question-mails': { summary: 'Stop mails about a question or about all, or get them again', description: 'By the token of a mail, without a session.' },
    'POST /api/question-mails/stop': { summary: 'One-click unsubscribe of a mail program (RFC 8058)' },
    'POST /api/user/[userId]/feedback/[courseName]': { summary: 'Rate a course, for the company alone' },
    'POST /api/user/[userId]/rating/[courseName]': { summary: 'Rate a course in public, once a third of it was watched; a text waits for a moderator', problems: [409] },
    'POST /api/user/[userId]/certificate/[courseName]': { summary: 'Issue the certificate of a completed course', problems: [409] },
    'POST /api/user/[userId]/quizzes/[quizId]/attempts': { summary: 'Begin an attempt at a quiz', description: 'An open attempt is gone on with. 409 `attempts-used-up`.', problems: [409] },
    'POST /api/user/[userId]/quiz-attempts/[attemptId]': { summary: 'Save answers of an attempt, or end it', description: '`answers` by question: the position of an option, `true` or `false`, a number as text; for several options or an ordering an object by position. `finish` ends and grades the attempt. 409 `attempt-over` after its end or its time.', problems: [409] },
    'POST /api/user/[userId]/video/getVideo': { summary: 'A whole video in JSON, up to 8 MiB' },
    'GET /api/user/[userId]/video/playlist/[id]': { summary: 'The playlist of a lesson, with signed addresses', query: signedMedia },
    'GET /api/user/[userId]/video/stream/[courseName]/[lesson]': { summary: 'A file of a lesson', description: 'Takes `Range` and `If-Range`.', query: signedMedia, problems: [416] },
    'GET /api/preview/[courseName]/[lesson]/playlist': { summary: 'The renditions of a free lesson, or the segments of one', query: { rendition: 'one of the renditions by name' } },
    'GET /api/preview/[courseName]/[lesson]': { summary: 'A file of a free lesson', query: { file: signedMedia.file }, problems: [416] },
  } },
  { tag: 'Administration', operations: {
    'GET /api/admin/orders': { summary: 'Orders', headers: listHeaders },
    'GET /api/admin/receipts.csv': { summary: 'Tax receipts and credit notes of a month as a table' },
    'GET /api/admin/receipts.json': { summary: 'Tax receipts and credit notes of a month in the form of Egypt\'s e-receipt', description: '`{"receipts": […]}`, neither signed nor submitted.' },
    'GET /api/admin/orders.csv': { summary: 'Orders as a table' },
    'GET /api/admin/orders/[id]': { summary: 'An order with its timeline' },
    'POST /api/admin/orders/[id]/[action]': { summary: 'Grant, revoke or reconcile an order', problems: [409] },
    'POST /api/admin/refunds/[orderId]/[decision]': { summary: 'Approve or refuse a refund, or record one made by hand', problems: [409] },
    'PUT /api/admin/products/[key]': { summary: 'Change a price', description: 'Amounts are in piastres.', problems: [409] },
    'GET /api/admin/coupons': { summary: 'Coupons with their use and income', headers: listHeaders },
    'POST /api/admin/coupons': { summary: 'Create a coupon', description: 'Either `percent` or `amount`, which is in piastres.', problems: [409] },
    'GET /api/admin/coupons/[id]': { summary: 'A coupon with its use and income' },
    'PUT /api/admin/coupons/[id]': { summary: 'Change a coupon', description: 'Its code stays. Open orders keep their price.', problems: [409] },
    'POST /api/admin/coupons/[id]/end': { summary: 'End a coupon now' },
    'GET /api/admin/users': { summary: 'Learners and administrators', headers: listHeaders },
    'GET /api/admin/users/[id]': { summary: 'A person with courses, orders and sessions' },
    'PUT /api/admin/users/[id]/role': { summary: 'Change a role', problems: [409] },
    'DELETE /api/admin/users/[id]/sessions': { summary: 'Sign a person out everywhere' },
    'DELETE /api/admin/users/[id]/sessions/[sessionId]': { summary: 'Sign a person out on one device' },
    'GET /api/admin/ratings': { summary: 'Ratings of courses', headers: listHeaders },
    'PUT /api/admin/ratings/[id]': { summary: 'Publish or hide a rating, with an answer', problems: [409] },
    'GET /api/admin/enquiries': { summary: 'Messages of visitors', headers: listHeaders },
    'PUT /api/admin/enquiries/[id]': { summary: 'Mark a message as handled or open' },
    'GET /api/admin/questions': { summary: 'Questions and answers under lessons, newest first', headers: listHeaders },
    'PUT /api/admin/questions/[kind]/[id]': { summary: 'Hide a question or an answer with a reason, or show it again' },
    'GET /api/admin/audit': { summary: 'Who did what, when', headers: listHeaders },
    'GET /api/admin/content': { summary: 'Content documents', description: 'A document is a content file, or the same file in each language.' },
    'GET /api/admin/content/[id]': { summary: 'A content document with its newest version' },
    'PUT /api/admin/content/[id]': { summary: 'Save a draft of a content document', problems: [409] },
    'POST /api/admin/content/[id]/[action]': { summary: 'Publish, restore or confirm a content document', description: '`confirm` decides for what is published against files that were deployed since.', problems: [409] },
    'POST /api/admin/content/[id]/preview': { summary: 'An address that shows a page with what is saved', description: 'To this session alone, for 15 minutes.' },
    'POST /api/admin/content/[id]/copy': { summary: 'Begin a new block with the content of this one' },
    'POST /api/admin/articles': { summary: 'Create an article', problems: [409] },
    'GET /api/admin/articles/[id]': { summary: 'An article in all its languages' },
    'PUT /api/admin/articles/[id]': { summary: 'Change an article', description: 'Another `id` moves it.', problems: [409] },
    'DELETE /api/admin/articles/[id]': { summary: 'Remove an article' },
    'GET /api/admin/pictures': { summary: 'The media library, newest first', headers: listHeaders },
    'POST /api/admin/pictures': { summary: 'Add a picture', description: 'JPEG, PNG, WebP, GIF or AVIF by its content. Its files are made afterwards: `status`.', bodyType: 'application/octet-stream', problems: [413, 415, 422, 503] },
    'GET /api/admin/pictures/[id]': { summary: 'A picture and where it is used' },
    'POST /api/admin/pictures/[id]': { summary: 'Change alternative texts and focus point', problems: [409] },
    'POST /api/admin/pictures/[id]/remove': { summary: 'Delete a picture that nothing uses', problems: [409] },
    'POST /api/admin/preview': { summary: 'What a reader would get of this HTML' },
    'GET /api/admin/courses/[slug]': { summary: 'A course with its texts and lessons' },
    'PUT /api/admin/courses/[slug]': { summary: 'Change the texts of a course', problems: [409] },
    'PUT /api/admin/courses/[slug]/lessons': { summary: 'Arrange chapters and lessons', problems: [409] },
    'PUT /api/admin/courses/[slug]/lessons/[file]/captions': { summary: 'Change the captions of a lesson', problems: [409] },
    'POST /api/admin/quizzes': { summary: 'Create a quiz or a level test', problems: [409] },
    'GET /api/admin/quizzes/[id]': { summary: 'A quiz with what is right' },
    'PUT /api/admin/quizzes/[id]': { summary: 'Change a quiz', description: 'Attempts that were begun keep their questions.', problems: [409] },
    'GET /api/admin/courses/[slug]/uploads': { summary: 'Uploads of a course' },
    'POST /api/admin/courses/[slug]/uploads': { summary: 'Begin or resume the upload of a video', headers: { ...uploadHeaders, Location: 'the upload' }, problems: [503] },
    'GET /api/admin/uploads/[id]': { summary: 'The state of an upload', headers: uploadHeaders },
    'PATCH /api/admin/uploads/[id]': { summary: 'Append bytes to an upload', description: 'From the byte that `Upload-Offset` names.', headers: uploadHeaders, bodyType: 'application/partial-upload', problems: [409] },
    'DELETE /api/admin/uploads/[id]': { summary: 'Cancel an upload', problems: [409] },
    'POST /api/admin/uploads/[id]/retry': { summary: 'Process a failed upload again', problems: [409] },
  } },
  { tag: 'Operating', operations: {
    'GET /readyz': { summary: 'Whether database, migrations and storage answer', problems: [503] },
    'GET /metrics': { summary: 'Metrics in Prometheus\' text format' },
    'GET /version': { summary: 'Version and project', description: 'A page for a browser.' },
  } },
];

/** Path parameters by name. */
export const parameters: Readonly<Record<string, string>> = {
  action: '`grant`, `revoke` or `reconcile`', attemptId: 'the id of the attempt', courseName: 'the slug of the course', decision: '`approve`, `refuse` or `by-hand`', file: 'a file name', hostname: 'any host name', id: 'an id',
  key: 'the key of the product', kind: '`question` or `answer`', lang: `one of ${languages.join(', ')}`, lesson: 'the file name of the lesson\'s video', linkId: 'the id of the link', name: 'the last segment of a fileName',
  noteId: 'the id of the note', nextauth: 'next-auth\'s action and provider', orderId: 'the id of the order', path: 'one or more segments', quizId: 'the id of the quiz', sessionId: 'the id of the session', slug: 'the slug of the course', userId: 'the id of the user',
};
