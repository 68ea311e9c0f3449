import type { FeatureFlag } from './feature-flags';
import { defaultLanguage, internationalLanguage, isLanguage, type Language, languages } from './language';

/** `routes.test.ts` compares this table with the files under `app/`. Paths are written like Next's folders. */

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** `signedOut` redirects learners to the home page; `purchased` requires the course; the rest are in permissions.ts. */
export type PageAccess = 'public' | 'signedOut' | 'learner' | 'purchased' | 'admin' | 'enter' | EditorAccess;

export type EditorAccess = 'content' | 'articles' | 'media';

interface CommonRoute {
  readonly path: string;
  /** The page cache may hold the response, because it is identical for everyone. */
  readonly cache?: 'page' | 'data' | 'picture';
  /** Query parameters that change the response. */
  readonly query?: readonly string[];
  /** The address contains a secret, so the log omits it. */
  readonly secretPath?: true;
  /** Answers 404 unless one of these feature flags is on. */
  readonly featureFlag?: FeatureFlag | readonly FeatureFlag[];
  /** Has a lower rate limit, because it reads the whole index. */
  readonly searches?: true;
  readonly developmentOnly?: true;
}

export interface PageRoute extends CommonRoute {
  readonly access: PageAccess;
  readonly sitemap?: readonly Language[];
  readonly content?: string;
}

export interface CallRoute extends CommonRoute {
  /** The route file states who may call these methods. */
  readonly methods: readonly Method[];
  /** Defaults to 64 KiB. */
  readonly maxBodyBytes?: number;
  /** Forwards the response as it arrives. */
  readonly streams?: true;
  /** Exempt from the rate limit, because the call is limited elsewhere or is a file that every page loads. */
  readonly uncounted?: true;
  /** Has its own rate limit, so that other calls from the same address cannot shut out monitoring. */
  readonly countedApart?: true;
  /** Groups the route's requests in `/metrics`. Defaults to `call` below `/api` and `/auth`, otherwise to `file`. */
  readonly kind?: 'callback' | 'lesson' | 'file' | 'operations';
  /** Answered by `server/`, even before the service has fully started. */
  readonly byServer?: true;
  /** Called by a provider, which does not follow redirects. */
  readonly noRedirects?: true;
  readonly indexed?: true;
  readonly endsSession?: true;
  /** Visitors open it by a link or a redirect, so browsers get a page instead of a problem document. */
  readonly opensPage?: true;
}

export type Route = PageRoute | CallRoute;

const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;
const defaultBodyBytes = 64 * kibibyte;
const textBodyBytes = 900 * kibibyte;
const formBodyBytes = 512 * kibibyte;
const documentBodyBytes = 2 * mebibyte;
const captionsBodyBytes = 4 * mebibyte;
/** Browsers upload videos in pieces of at most 8 MiB. */
const videoPieceBytes = 10 * mebibyte;
/** `ATTACHMENT_MAX_MB` cannot exceed this, as files are checked in memory. `deploy/nginx.conf` has the same limit. */
const fileBodyBytes = 20 * mebibyte;
const listQuery = ['category', 'page', 'q'] as const;
const quizFlags = ['quizzes', 'levelTest'] as const;

const pages: readonly PageRoute[] = [
  { path: '/[lang]/home', access: 'public', cache: 'page', sitemap: languages, content: 'home-page' },
  { path: '/[lang]/about', access: 'public', cache: 'page', sitemap: languages, content: 'aboutus-page' },
  { path: '/[lang]/services', access: 'public', cache: 'page', sitemap: languages, content: 'service-page' },
  { path: '/[lang]/pricing', access: 'public', cache: 'page', sitemap: languages, content: 'price-page' },
  {
    path: '/[lang]/courses',
    access: 'public',
    cache: 'page',
    query: ['level', 'language'],
    sitemap: languages,
    content: 'course-page',
    featureFlag: 'catalogue',
  },
  { path: '/[lang]/level-test', access: 'public', cache: 'page', sitemap: languages, featureFlag: 'levelTest' },
  { path: '/[lang]/level-test/[quiz]', access: 'public', featureFlag: 'levelTest' },
  {
    path: '/[lang]/work',
    access: 'public',
    cache: 'page',
    sitemap: languages,
    content: 'work-page',
    featureFlag: 'work',
  },
  { path: '/[lang]/work/[slug]', access: 'public', cache: 'page', featureFlag: 'work' },
  {
    path: '/[lang]/contact',
    access: 'public',
    cache: 'page',
    query: ['about'],
    sitemap: languages,
    content: 'contact-page',
  },
  {
    path: '/[lang]/articles',
    access: 'public',
    cache: 'page',
    query: listQuery,
    sitemap: languages,
    content: 'articles-page',
  },
  { path: '/[lang]/articles/[id]', access: 'public', cache: 'page' },
  { path: '/[lang]/details/course-page/courses-data/[course]', access: 'public', cache: 'page', query: ['lesson'] },
  { path: '/[lang]/details/[[...path]]', access: 'public', cache: 'page' },
  { path: '/[lang]/policy', access: 'public', cache: 'page', sitemap: [internationalLanguage], content: 'policy-page' },
  {
    path: '/[lang]/refund-policy',
    access: 'public',
    cache: 'page',
    sitemap: [internationalLanguage],
    content: 'refund-page',
  },
  { path: '/[lang]/search', access: 'public', query: ['q', 'kind', 'page'], featureFlag: 'search', searches: true },
  { path: '/[lang]/offline', access: 'public', cache: 'page', featureFlag: 'offline' },
  { path: '/[lang]/signed-in', access: 'public', cache: 'page' },
  { path: '/[lang]/certificate/[id]', access: 'public' },
  { path: '/[lang]/login', access: 'signedOut' },
  { path: '/[lang]/login/code', access: 'signedOut', featureFlag: 'signInCode' },
  { path: '/[lang]/signup', access: 'signedOut' },
  { path: '/[lang]/forgetPassword', access: 'signedOut' },
  { path: '/[lang]/resetPassword', access: 'signedOut' },
  { path: '/[lang]/otpcode', access: 'signedOut' },
  { path: '/[lang]/otpcode/[email]/[otp]', access: 'signedOut', secretPath: true },
  { path: '/[lang]/confirm-new-email', access: 'learner', featureFlag: 'emailChange' },
  { path: '/[lang]/restore-email', access: 'public' },
  { path: '/[lang]/question-mails', access: 'public' },
  { path: '/[lang]/order-reminders', access: 'public' },
  { path: '/[lang]/weekly-mail', access: 'public' },
  { path: '/[lang]/newsletter', access: 'public', featureFlag: 'newsletter' },
  { path: '/[lang]/newsletter/confirm', access: 'public', featureFlag: 'newsletter' },
  { path: '/[lang]/newsletter/unsubscribe', access: 'public' },
  { path: '/[lang]/gift', access: 'public' },
  { path: '/[lang]/seat', access: 'public' },
  { path: '/[lang]/profile', access: 'learner' },
  { path: '/[lang]/profile/[component]', access: 'learner' },
  { path: '/[lang]/payment', access: 'learner' },
  { path: '/[lang]/payment/receipt/[orderId]', access: 'learner' },
  { path: '/[lang]/course/[name]', access: 'purchased' },
  { path: '/[lang]/course/[name]/rating', access: 'purchased', featureFlag: 'ratings' },
  { path: '/[lang]/course/[name]/[video]', access: 'purchased' },
  { path: '/[lang]/course/[name]/quiz/[quiz]', access: 'purchased', featureFlag: 'quizzes' },
  { path: '/[lang]/course/[name]/quiz/[quiz]/[attempt]', access: 'purchased', featureFlag: 'quizzes' },
  { path: '/[lang]/admin', access: 'admin' },
  { path: '/[lang]/admin/search', access: 'enter' },
  { path: '/[lang]/admin/guide', access: 'enter', content: 'admin-guide' },
  { path: '/[lang]/admin/orders', access: 'admin' },
  { path: '/[lang]/admin/orders/[id]', access: 'admin' },
  { path: '/[lang]/admin/learners', access: 'admin' },
  { path: '/[lang]/admin/learners/[id]', access: 'admin' },
  { path: '/[lang]/admin/courses', access: 'admin' },
  { path: '/[lang]/admin/courses/new', access: 'admin' },
  { path: '/[lang]/admin/courses/[slug]', access: 'admin' },
  { path: '/[lang]/admin/bundles', access: 'admin', featureFlag: 'bundles' },
  { path: '/[lang]/admin/bundles/[key]', access: 'admin', featureFlag: 'bundles' },
  { path: '/[lang]/admin/quizzes', access: 'admin', featureFlag: quizFlags },
  { path: '/[lang]/admin/quizzes/[id]', access: 'admin', featureFlag: quizFlags },
  { path: '/[lang]/admin/coupons', access: 'admin', featureFlag: 'coupons' },
  { path: '/[lang]/admin/coupons/[id]', access: 'admin', featureFlag: 'coupons' },
  { path: '/[lang]/admin/receipts', access: 'admin', featureFlag: 'taxReceipts' },
  { path: '/[lang]/admin/content', access: 'content' },
  { path: '/[lang]/admin/content/[id]', access: 'content' },
  { path: '/[lang]/admin/content/[id]/history', access: 'content' },
  { path: '/[lang]/admin/articles', access: 'articles' },
  { path: '/[lang]/admin/articles/[id]', access: 'articles' },
  { path: '/[lang]/admin/newsletters', access: 'admin', featureFlag: 'newsletter' },
  { path: '/[lang]/admin/newsletters/[id]', access: 'admin', featureFlag: 'newsletter' },
  { path: '/[lang]/admin/media', access: 'media' },
  { path: '/[lang]/admin/media/[id]', access: 'media' },
  { path: '/[lang]/admin/enquiries', access: 'admin' },
  { path: '/[lang]/admin/feedback', access: 'admin' },
  { path: '/[lang]/admin/questions', access: 'admin', featureFlag: 'lessonQuestions' },
  { path: '/[lang]/admin/ratings', access: 'admin', featureFlag: 'ratings' },
  { path: '/[lang]/admin/audit', access: 'admin' },
  { path: '/[lang]/admin/health', access: 'admin' },
  { path: '/[lang]/admin/api', access: 'admin' },
  { path: '/[lang]/editor/[[...path]]', access: 'public', developmentOnly: true },
];

const calls: readonly CallRoute[] = [
  { path: '/config/config.json', methods: ['GET'], cache: 'data' },
  { path: '/content/common/[file]', methods: ['GET'], cache: 'data' },
  { path: '/assets/[...path]', methods: ['GET'], cache: 'data' },
  { path: '/assets/share/[...path]', methods: ['GET'], cache: 'picture' },
  { path: '/assets/pictures/[id]/[file]', methods: ['GET'], uncounted: true },
  { path: '/sitemap.xml', methods: ['GET'], cache: 'data' },
  { path: '/robots.txt', methods: ['GET'], cache: 'data' },
  { path: '/favicon.ico', methods: ['GET'], cache: 'picture' },
  { path: '/openapi.json', methods: ['GET'], cache: 'data' },
  { path: '/.well-known/change-password', methods: ['GET'], opensPage: true },
  { path: '/[lang]/articles/feed.xml', methods: ['GET'], cache: 'data' },
  { path: '/[lang]/manifest.webmanifest', methods: ['GET'], cache: 'data', featureFlag: 'offline' },
  { path: '/healthz', methods: ['GET'], uncounted: true, byServer: true, kind: 'operations' },
  { path: '/readyz', methods: ['GET'], countedApart: true, kind: 'operations' },
  { path: '/metrics', methods: ['GET'], countedApart: true, kind: 'operations' },
  { path: '/version', methods: ['GET'], kind: 'operations' },
  {
    path: '/update/[project]/content/[...path]',
    methods: ['POST'],
    maxBodyBytes: documentBodyBytes,
    developmentOnly: true,
  },

  { path: '/api/gettype/[hostname]/[name]', methods: ['GET'], cache: 'data' },
  { path: '/api/header-tabs.css', methods: ['GET'], kind: 'file', indexed: true },
  { path: '/api/contact', methods: ['POST'] },
  { path: '/api/newsletter/subscribe', methods: ['POST'], featureFlag: 'newsletter' },
  { path: '/api/newsletter/confirm', methods: ['POST'], featureFlag: 'newsletter' },
  { path: '/api/newsletter/unsubscribe', methods: ['GET', 'POST'], opensPage: true },
  { path: '/api/newsletter/bounces', methods: ['POST'] },
  { path: '/api/blogs', methods: ['GET'], cache: 'data', query: ['lang', ...listQuery, 'pageSize'] },
  { path: '/api/blog/[id]', methods: ['GET'], cache: 'data', query: ['lang'] },
  { path: '/api/blog/[id]/view', methods: ['POST'] },
  {
    path: '/api/search',
    methods: ['GET'],
    query: ['lang', 'q', 'kind', 'page'],
    featureFlag: 'search',
    searches: true,
  },

  { path: '/api/auth/[...nextauth]', methods: ['GET', 'POST'], opensPage: true },
  { path: '/auth/createUser', methods: ['POST'] },
  { path: '/auth/loginAsUser', methods: ['POST'] },
  { path: '/auth/loginAsGuest', methods: ['POST'] },
  { path: '/auth/loginWithGoogle', methods: ['POST'] },
  { path: '/auth/loginWithLinkedIn', methods: ['POST'] },
  { path: '/auth/send-login-code', methods: ['POST'], featureFlag: 'signInCode' },
  { path: '/auth/loginWithCode', methods: ['POST'], featureFlag: 'signInCode' },
  { path: '/auth/loginWithPasskey', methods: ['POST'], featureFlag: 'passkeys' },
  { path: '/auth/refresh-token', methods: ['POST'] },
  { path: '/auth/resume', methods: ['GET'], opensPage: true },
  { path: '/auth/forgot-password', methods: ['POST'] },
  { path: '/auth/verify-otp', methods: ['POST'] },
  { path: '/auth/reset-password', methods: ['POST'] },
  { path: '/auth/confirm-email', methods: ['GET'], opensPage: true },
  { path: '/auth/confirm-new-email', methods: ['POST'], featureFlag: 'emailChange' },
  { path: '/auth/restore-email', methods: ['POST'] },
  { path: '/auth/logout', methods: ['POST'], endsSession: true },
  { path: '/auth/totp/enrol', methods: ['POST'] },
  { path: '/auth/totp/confirm', methods: ['POST'] },
  { path: '/auth/totp/verify', methods: ['POST'] },
  { path: '/auth/totp/recovery-codes', methods: ['POST'] },
  { path: '/auth/totp/change', methods: ['POST'] },
  { path: '/auth/totp/confirm-change', methods: ['POST'] },
  { path: '/auth/passkey/sign-in-options', methods: ['POST'], featureFlag: 'passkeys' },
  { path: '/auth/passkey/register-options', methods: ['POST'], featureFlag: 'passkeys' },
  { path: '/auth/passkey/register', methods: ['POST'], featureFlag: 'passkeys' },
  { path: '/auth/passkey/step-up-options', methods: ['POST'] },
  { path: '/auth/passkey/step-up', methods: ['POST'] },

  { path: '/api/payment/getProducts', methods: ['GET'] },
  { path: '/api/payment/getProduct/[key]', methods: ['GET'] },
  { path: '/api/payment/isProductsAvailable', methods: ['GET'] },
  { path: '/api/payment/setProducts', methods: ['POST'], maxBodyBytes: formBodyBytes },
  { path: '/api/payment/getPayments', methods: ['GET'] },
  { path: '/api/payment/[userId]/sendPaymentRequest', methods: ['POST'] },
  { path: '/api/payment/[userId]/checkProductStatus', methods: ['POST'] },
  { path: '/api/payment/[userId]/orders/[orderId]', methods: ['GET'] },
  { path: '/api/payment/[userId]/orders/[orderId]/refund', methods: ['POST'] },
  { path: '/api/payment/[userId]/orders/[orderId]/gift', methods: ['POST'] },
  { path: '/api/gifts/open', methods: ['POST'] },
  { path: '/api/payment/[userId]/orders/[orderId]/receipt.pdf', methods: ['GET'], kind: 'file' },
  {
    path: '/api/payment/callback',
    methods: ['GET', 'POST'],
    opensPage: true,
    maxBodyBytes: 256 * kibibyte,
    uncounted: true,
    noRedirects: true,
    kind: 'callback',
  },
  { path: '/api/payment/return', methods: ['GET'], opensPage: true },
  { path: '/api/user/[userId]/seat-orders/[orderId]/invitations', methods: ['POST'] },
  { path: '/api/user/[userId]/seats/[seatId]/[action]', methods: ['POST'] },
  { path: '/api/seats/accept', methods: ['POST'] },
  { path: '/api/seats/decline', methods: ['POST'] },
  { path: '/api/reminders/stop', methods: ['GET', 'POST'], opensPage: true },

  { path: '/api/preview/[courseName]/[lesson]', methods: ['GET'], indexed: true, kind: 'lesson' },
  { path: '/api/preview/[courseName]/[lesson]/playlist', methods: ['GET'], kind: 'lesson' },
  { path: '/api/preview/[courseName]/[lesson]/attachments', methods: ['GET'], featureFlag: 'attachments' },
  {
    path: '/api/preview/[courseName]/[lesson]/attachments/[id]',
    methods: ['GET'],
    kind: 'file',
    featureFlag: 'attachments',
  },
  { path: '/api/user/[userId]/profile/getMyCourses', methods: ['GET'] },
  { path: '/api/user/[userId]/profile/getMyPayments', methods: ['GET'] },
  { path: '/api/user/[userId]/profile/confirm-email', methods: ['POST'] },
  { path: '/api/user/[userId]/profile/details', methods: ['POST'] },
  { path: '/api/user/[userId]/profile/question-mails', methods: ['POST'], featureFlag: 'lessonQuestions' },
  { path: '/api/user/[userId]/profile/reminders', methods: ['POST'], featureFlag: 'reminders' },
  { path: '/api/user/[userId]/profile/weekly-mail', methods: ['POST'], featureFlag: 'weeklyMail' },
  { path: '/api/user/[userId]/profile/newsletter', methods: ['POST'], featureFlag: 'newsletter' },
  { path: '/api/user/[userId]/profile/email', methods: ['POST'], featureFlag: 'emailChange' },
  { path: '/api/user/[userId]/security-events', methods: ['GET'] },
  { path: '/api/user/[userId]/profile/export', methods: ['GET'], streams: true },
  { path: '/api/user/[userId]/profile/delete', methods: ['POST'] },
  { path: '/api/user/[userId]/providers/[linkId]/unlink', methods: ['POST'] },
  { path: '/api/user/[userId]/passkeys', methods: ['GET'] },
  { path: '/api/user/[userId]/passkeys/[passkeyId]/rename', methods: ['POST'] },
  { path: '/api/user/[userId]/passkeys/[passkeyId]/remove', methods: ['POST'] },
  { path: '/api/user/[userId]/sessions', methods: ['GET'] },
  { path: '/api/user/[userId]/sessions/[sessionId]/end', methods: ['POST'] },
  { path: '/api/user/[userId]/sessions/end-all', methods: ['POST'], endsSession: true },
  { path: '/api/user/[userId]/video/getVideo', methods: ['POST'] },
  { path: '/api/user/[userId]/video/playlist/[id]', methods: ['GET'], uncounted: true, kind: 'lesson' },
  { path: '/api/user/[userId]/video/stream/[courseName]/[lesson]', methods: ['GET'], uncounted: true, kind: 'lesson' },
  {
    path: '/api/user/[userId]/attachments/[id]',
    methods: ['GET'],
    uncounted: true,
    kind: 'file',
    featureFlag: 'attachments',
  },
  { path: '/api/lesson-attachments/[courseName]/[lesson]', methods: ['GET'], featureFlag: 'attachments' },
  {
    path: '/api/user/[userId]/video/offline/[courseName]/[lesson]',
    methods: ['GET'],
    kind: 'lesson',
    featureFlag: 'offline',
  },
  { path: '/api/user/[userId]/open-lessons', methods: ['GET'], featureFlag: 'offline' },
  {
    path: '/api/user/[userId]/progress/[courseName]',
    methods: ['GET', 'POST', 'PUT'],
  },
  { path: '/api/user/[userId]/feedback/[courseName]', methods: ['POST'] },
  { path: '/api/user/[userId]/notes', methods: ['GET'], featureFlag: 'notes' },
  { path: '/api/user/[userId]/notes.md', methods: ['GET'], featureFlag: 'notes', kind: 'file' },
  { path: '/api/user/[userId]/notes/[noteId]', methods: ['POST'], featureFlag: 'notes' },
  { path: '/api/user/[userId]/notes/[noteId]/remove', methods: ['POST'], featureFlag: 'notes' },
  {
    path: '/api/user/[userId]/lesson-notes/[courseName]/[lesson]',
    methods: ['GET', 'POST'],
    featureFlag: 'notes',
  },
  {
    path: '/api/lesson-questions/[courseName]/[lesson]',
    methods: ['GET', 'POST'],
    featureFlag: 'lessonQuestions',
  },
  { path: '/api/questions/[id]', methods: ['GET'], featureFlag: 'lessonQuestions' },
  { path: '/api/questions/[id]/answers', methods: ['POST'], featureFlag: 'lessonQuestions' },
  { path: '/api/questions/[id]/accept', methods: ['POST'], featureFlag: 'lessonQuestions' },
  { path: '/api/questions/[id]/change', methods: ['POST'], featureFlag: 'lessonQuestions' },
  { path: '/api/questions/[id]/remove', methods: ['POST'], featureFlag: 'lessonQuestions' },
  { path: '/api/answers/[id]/change', methods: ['POST'], featureFlag: 'lessonQuestions' },
  { path: '/api/answers/[id]/remove', methods: ['POST'], featureFlag: 'lessonQuestions' },
  { path: '/api/question-mails', methods: ['POST'] },
  { path: '/api/question-mails/stop', methods: ['GET', 'POST'], opensPage: true },
  { path: '/api/weekly-mail/stop', methods: ['GET', 'POST'], opensPage: true },
  { path: '/api/user/[userId]/rating/[courseName]', methods: ['POST'], featureFlag: 'ratings' },
  { path: '/api/user/[userId]/certificate/[courseName]', methods: ['POST'] },
  { path: '/api/user/[userId]/certificate/[courseName]/name', methods: ['POST'] },
  { path: '/api/user/[userId]/quizzes/[quizId]/attempts', methods: ['POST'], featureFlag: 'quizzes' },
  { path: '/api/user/[userId]/quiz-attempts/[attemptId]', methods: ['POST'], featureFlag: 'quizzes' },

  { path: '/api/admin/orders', methods: ['GET'] },
  { path: '/api/admin/orders.csv', methods: ['GET'], streams: true },
  { path: '/api/admin/orders.xlsx', methods: ['GET'], streams: true },
  { path: '/api/admin/receipts.csv', methods: ['GET'], streams: true, featureFlag: 'taxReceipts' },
  { path: '/api/admin/receipts.xlsx', methods: ['GET'], streams: true, featureFlag: 'taxReceipts' },
  { path: '/api/admin/receipts.json', methods: ['GET'], streams: true, featureFlag: 'taxReceipts' },
  { path: '/api/admin/orders/[id]', methods: ['GET'] },
  { path: '/api/admin/orders/[id]/[action]', methods: ['POST'] },
  { path: '/api/admin/seats/[id]/[action]', methods: ['POST'] },
  { path: '/api/admin/refunds/[orderId]/[decision]', methods: ['POST'] },
  { path: '/api/admin/products/[key]', methods: ['GET', 'PUT'] },
  { path: '/api/admin/bundles', methods: ['GET', 'POST'], featureFlag: 'bundles' },
  { path: '/api/admin/bundles/[key]', methods: ['GET', 'PUT', 'DELETE'], featureFlag: 'bundles' },
  { path: '/api/admin/coupons', methods: ['GET', 'POST'], featureFlag: 'coupons' },
  { path: '/api/admin/coupons/[id]', methods: ['GET', 'PUT', 'DELETE'], featureFlag: 'coupons' },
  { path: '/api/admin/coupons/[id]/end', methods: ['POST'], featureFlag: 'coupons' },
  { path: '/api/admin/users', methods: ['GET'] },
  { path: '/api/admin/users/[id]', methods: ['GET'] },
  { path: '/api/admin/users/[id]/role', methods: ['PUT'] },
  { path: '/api/admin/users/[id]/reset-second-factor', methods: ['POST'] },
  { path: '/api/admin/users/[id]/sessions', methods: ['DELETE'] },
  { path: '/api/admin/users/[id]/sessions/[sessionId]', methods: ['DELETE'] },
  { path: '/api/admin/enquiries', methods: ['GET'] },
  { path: '/api/admin/enquiries/[id]', methods: ['PUT', 'DELETE'] },
  { path: '/api/admin/questions', methods: ['GET'], featureFlag: 'lessonQuestions' },
  { path: '/api/admin/questions/[kind]/[id]', methods: ['PUT'], featureFlag: 'lessonQuestions' },
  { path: '/api/admin/ratings', methods: ['GET'], featureFlag: 'ratings' },
  { path: '/api/admin/ratings/[id]', methods: ['PUT'], featureFlag: 'ratings' },
  { path: '/api/admin/bulk/ratings', methods: ['POST'], featureFlag: 'ratings' },
  { path: '/api/admin/bulk/enquiries', methods: ['POST'] },
  { path: '/api/admin/bulk/articles', methods: ['POST'] },
  { path: '/api/admin/bulk/coupons', methods: ['POST'], featureFlag: 'coupons' },
  { path: '/api/admin/bulk/pictures', methods: ['POST'] },
  { path: '/api/admin/audit', methods: ['GET'] },
  { path: '/api/admin/content', methods: ['GET'] },
  { path: '/api/admin/content/[id]', methods: ['GET', 'PUT'], maxBodyBytes: documentBodyBytes },
  { path: '/api/admin/content/[id]/[action]', methods: ['POST'] },
  { path: '/api/admin/content/[id]/preview', methods: ['POST'] },
  { path: '/api/admin/content/[id]/copy', methods: ['POST'] },
  { path: '/api/admin/articles', methods: ['POST'], maxBodyBytes: textBodyBytes },
  {
    path: '/api/admin/articles/[id]',
    methods: ['GET', 'PUT', 'DELETE'],
    maxBodyBytes: textBodyBytes,
  },
  {
    path: '/api/admin/articles/[id]/draft',
    methods: ['GET', 'POST', 'PUT', 'DELETE'],
    maxBodyBytes: textBodyBytes,
  },
  { path: '/api/admin/articles/[id]/preview', methods: ['POST'] },
  {
    path: '/api/admin/newsletters',
    methods: ['GET', 'POST'],
    maxBodyBytes: textBodyBytes,
    featureFlag: 'newsletter',
  },
  {
    path: '/api/admin/newsletters/[id]',
    methods: ['GET', 'PUT', 'DELETE'],
    maxBodyBytes: textBodyBytes,
    featureFlag: 'newsletter',
  },
  { path: '/api/admin/newsletters/[id]/preview', methods: ['GET'], featureFlag: 'newsletter' },
  { path: '/api/admin/newsletters/[id]/test', methods: ['POST'], featureFlag: 'newsletter' },
  { path: '/api/admin/newsletters/[id]/send', methods: ['POST'], featureFlag: 'newsletter' },
  { path: '/api/admin/newsletters/[id]/stop', methods: ['POST'], featureFlag: 'newsletter' },
  { path: '/api/admin/newsletters/[id]/continue', methods: ['POST'], featureFlag: 'newsletter' },
  { path: '/api/admin/newsletters/[id]/take-back', methods: ['POST'], featureFlag: 'newsletter' },
  { path: '/api/admin/pictures', methods: ['GET', 'POST'], maxBodyBytes: fileBodyBytes },
  { path: '/api/admin/pictures/[id]', methods: ['GET', 'POST'] },
  { path: '/api/admin/pictures/[id]/remove', methods: ['POST'] },
  { path: '/api/admin/courses', methods: ['POST'] },
  {
    path: '/api/admin/courses/[slug]',
    methods: ['GET', 'PUT', 'DELETE'],
    maxBodyBytes: formBodyBytes,
  },
  { path: '/api/admin/courses/[slug]/lessons', methods: ['PUT'], maxBodyBytes: 256 * kibibyte },
  {
    path: '/api/admin/courses/[slug]/lessons/[file]/captions',
    methods: ['PUT'],
    maxBodyBytes: captionsBodyBytes,
  },
  {
    path: '/api/admin/courses/[slug]/lessons/[file]/attachments',
    methods: ['POST'],
    maxBodyBytes: fileBodyBytes,
    featureFlag: 'attachments',
  },
  { path: '/api/admin/courses/[slug]/attachments', methods: ['GET'], featureFlag: 'attachments' },
  { path: '/api/admin/attachments/[id]', methods: ['PUT', 'DELETE'], featureFlag: 'attachments' },
  { path: '/api/admin/quizzes', methods: ['POST'], maxBodyBytes: formBodyBytes, featureFlag: quizFlags },
  {
    path: '/api/admin/quizzes/[id]',
    methods: ['GET', 'PUT', 'DELETE'],
    maxBodyBytes: formBodyBytes,
    featureFlag: quizFlags,
  },
  {
    path: '/api/admin/courses/[slug]/uploads',
    methods: ['GET', 'POST'],
    maxBodyBytes: captionsBodyBytes,
  },
  {
    path: '/api/admin/uploads/[id]',
    methods: ['GET', 'PATCH', 'DELETE'],
    maxBodyBytes: videoPieceBytes,
  },
  { path: '/api/admin/uploads/[id]/retry', methods: ['POST'] },
];

export const routes: readonly Route[] = [...pages, ...calls].filter(
  ({ developmentOnly }) => !developmentOnly || process.env.NODE_ENV === 'development',
);

export const isPage = (route: Route): route is PageRoute => 'access' in route;

export function kindOfRoute(route: Route): 'page' | 'call' | NonNullable<CallRoute['kind']> {
  if (isPage(route)) return 'page';
  if (route.kind) return route.kind;
  return !route.streams && /^\/(?:api|auth)\//.test(route.path) ? 'call' : 'file';
}

export const maxBodyBytesOf = (route: Route | undefined): number =>
  route && isPage(route) ? 0 : (route?.maxBodyBytes ?? defaultBodyBytes);

const callFolders = new Set(calls.flatMap(({ path }) => (path.startsWith('/[') ? [] : [path.split('/')[1] ?? ''])));

/** True below the folders of calls, where an unknown path gets a problem document instead of a page. */
export const isCallPath = ([first = '', ...rest]: readonly string[]): boolean =>
  rest.length > 0 && callFolders.has(first);

export function languageOfMissingPage([first = '']: readonly string[]): Language {
  if (isLanguage(first)) return first;
  return /^[a-z]{2}$/i.test(first) ? defaultLanguage : internationalLanguage;
}
