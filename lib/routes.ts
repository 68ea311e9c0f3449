import type { Capability } from '@/lib/capabilities';
import { defaultLanguage, internationalLanguage, isLanguage, languages, type Language } from '@/lib/language';

/**
 * Every page and call of the site. The HTTP server, middleware, guards, sitemap, robots and the documentation of the
 * calls read this table; `routes.test.ts` holds it to the files under `app/`. Paths are written as Next writes folders.
 */

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Who gets a page. `signedOut`: learners are sent home; `purchased`: learners who own the course; `enter`, `content`, `articles`, `media`: whoever `permissions` of lib/actor.ts names. */
export type PageAccess = 'public' | 'signedOut' | 'learner' | 'purchased' | 'admin' | 'enter' | EditorAccess;

/** Work that an editor does too (N6). */
export type EditorAccess = 'content' | 'articles' | 'media';

/**
 * Who gets an answer to a call. `self`: the user of `[userId]`, or an administrator; `purchased`: one of those who owns
 * the course; `owner`: the user of `[userId]` alone, who also owns the course where there is one; `signature`, `refreshToken`, `metricsToken`, `bounceToken`: whoever shows it.
 */
export type CallAccess = 'public' | 'learner' | 'self' | 'purchased' | 'owner' | 'admin' | EditorAccess | 'signature' | 'refreshToken' | 'metricsToken' | 'bounceToken';

interface CommonRoute {
  readonly path: string;
  /** The same for everybody, and held by the page cache; pictures and data differ in how long and how many are rendered at once. */
  readonly cache?: 'page' | 'data' | 'picture';
  /** query parameters that the answer depends on */
  readonly query?: readonly string[];
  /** Its address holds what nobody may read in the log. */
  readonly secretPath?: true;
  /** With it switched off nothing is there; of several, one that is on suffices. */
  readonly capability?: Capability | readonly Capability[];
  /** Reads the whole index: an address may ask fewer of these than of other things. */
  readonly searches?: true;
  /** A production build does not have it. */
  readonly developmentOnly?: true;
}

export interface PageRoute extends CommonRoute {
  readonly access: PageAccess;
  /** the languages in which the sitemap names it; pages with parameters are listed by `app/sitemap.ts` */
  readonly sitemap?: readonly Language[];
  /** the folder of `content/{project}/{lang}` that this page shows best */
  readonly content?: string;
}

export interface CallRoute extends CommonRoute {
  readonly methods: Readonly<Partial<Record<Method, CallAccess>>>;
  /** 64 KiB when absent; server and handler refuse more */
  readonly maxBodyBytes?: number;
  /** The answer is passed on as it comes, not held until it is whole. */
  readonly streams?: true;
  /** Not counted among an address's calls: limited elsewhere (videos by connection, Paymob's notifications after their check), or files that every page brings. */
  readonly uncounted?: true;
  /** Counted apart from an address's other calls: what watches the service is not kept out by them. */
  readonly countedApart?: true;
  /** Answered by `server/`, also before the start is complete; no file under `app/`. */
  readonly byServer?: true;
  /** Open to search engines, though calls are closed to them. */
  readonly indexed?: true;
  /** The call ends the session that makes it. */
  readonly endsSession?: true;
}

export type Route = PageRoute | CallRoute;

const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;
const usualBody = 64 * kibibyte;
/** What is written at length, in every language. */
const textBody = 900 * kibibyte;
const formBody = 512 * kibibyte;
const documentBody = 2 * mebibyte;
/** A file of the largest size in each language. */
const captionsBody = 4 * mebibyte;
/** Pieces are of 8 MiB at most. */
const videoPiece = 10 * mebibyte;
/** Pictures in a form, or a lesson's file (whatever `ATTACHMENT_MAX_MB` says): held in memory while checked. `deploy/nginx.conf` lets as much through. */
const fileBody = 20 * mebibyte;
const list = ['category', 'page', 'q'] as const;
const anyQuiz = ['quizzes', 'levelTest'] as const;

const pages: readonly PageRoute[] = [
  { path: '/[lang]/home', access: 'public', cache: 'page', sitemap: languages, content: 'home-page' },
  { path: '/[lang]/about', access: 'public', cache: 'page', sitemap: languages, content: 'aboutus-page' },
  { path: '/[lang]/services', access: 'public', cache: 'page', sitemap: languages, content: 'service-page' },
  { path: '/[lang]/pricing', access: 'public', cache: 'page', sitemap: languages, content: 'price-page' },
  { path: '/[lang]/courses', access: 'public', cache: 'page', query: ['level', 'language'], sitemap: languages, content: 'course-page', capability: 'catalogue' },
  { path: '/[lang]/level-test', access: 'public', cache: 'page', sitemap: languages, capability: 'levelTest' },
  { path: '/[lang]/level-test/[quiz]', access: 'public', capability: 'levelTest' },
  { path: '/[lang]/work', access: 'public', cache: 'page', sitemap: languages, content: 'work-page', capability: 'work' },
  { path: '/[lang]/work/[slug]', access: 'public', cache: 'page', capability: 'work' },
  { path: '/[lang]/contact', access: 'public', cache: 'page', query: ['about'], sitemap: languages, content: 'contact-page' },
  { path: '/[lang]/articles', access: 'public', cache: 'page', query: list, sitemap: languages, content: 'articles-page' },
  { path: '/[lang]/articles/[id]', access: 'public', cache: 'page' },
  { path: '/[lang]/details/[[...path]]', access: 'public', cache: 'page', query: ['lesson'] },
  { path: '/[lang]/policy', access: 'public', cache: 'page', sitemap: [internationalLanguage], content: 'policy-page' },
  { path: '/[lang]/refund-policy', access: 'public', cache: 'page', sitemap: [internationalLanguage], content: 'refund-page' },
  { path: '/[lang]/search', access: 'public', query: ['q', 'kind', 'page'], capability: 'search', searches: true },
  { path: '/[lang]/offline', access: 'public', cache: 'page', capability: 'offline' },
  { path: '/[lang]/signed-in', access: 'public', cache: 'page' },
  { path: '/[lang]/certificate/[id]', access: 'public' },
  { path: '/[lang]/login', access: 'signedOut' },
  { path: '/[lang]/login/code', access: 'signedOut', capability: 'signInCode' },
  { path: '/[lang]/signup', access: 'signedOut' },
  { path: '/[lang]/forgetPassword', access: 'signedOut' },
  { path: '/[lang]/resetPassword', access: 'signedOut' },
  { path: '/[lang]/otpcode', access: 'signedOut' },
  { path: '/[lang]/otpcode/[email]/[otp]', access: 'signedOut', secretPath: true },
  { path: '/[lang]/confirm-new-email', access: 'learner', capability: 'emailChange' },
  { path: '/[lang]/restore-email', access: 'public' },
  { path: '/[lang]/question-mails', access: 'public' },
  { path: '/[lang]/order-reminders', access: 'public' },
  { path: '/[lang]/weekly-mail', access: 'public' },
  { path: '/[lang]/newsletter', access: 'public', capability: 'newsletter' },
  { path: '/[lang]/newsletter/confirm', access: 'public', capability: 'newsletter' },
  { path: '/[lang]/newsletter/unsubscribe', access: 'public' },
  { path: '/[lang]/gift', access: 'public' },
  { path: '/[lang]/seat', access: 'public' },
  { path: '/[lang]/profile', access: 'learner' },
  { path: '/[lang]/profile/[component]', access: 'learner' },
  { path: '/[lang]/payment', access: 'learner' },
  { path: '/[lang]/payment/receipt/[orderId]', access: 'learner' },
  { path: '/[lang]/course/[name]', access: 'purchased' },
  { path: '/[lang]/course/[name]/rating', access: 'purchased', capability: 'ratings' },
  { path: '/[lang]/course/[name]/[video]', access: 'purchased' },
  { path: '/[lang]/course/[name]/quiz/[quiz]', access: 'purchased', capability: 'quizzes' },
  { path: '/[lang]/course/[name]/quiz/[quiz]/[attempt]', access: 'purchased', capability: 'quizzes' },
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
  { path: '/[lang]/admin/bundles', access: 'admin', capability: 'bundles' },
  { path: '/[lang]/admin/bundles/[key]', access: 'admin', capability: 'bundles' },
  { path: '/[lang]/admin/quizzes', access: 'admin', capability: anyQuiz },
  { path: '/[lang]/admin/quizzes/[id]', access: 'admin', capability: anyQuiz },
  { path: '/[lang]/admin/coupons', access: 'admin', capability: 'coupons' },
  { path: '/[lang]/admin/coupons/[id]', access: 'admin', capability: 'coupons' },
  { path: '/[lang]/admin/receipts', access: 'admin', capability: 'taxReceipts' },
  { path: '/[lang]/admin/content', access: 'content' },
  { path: '/[lang]/admin/content/[id]', access: 'content' },
  { path: '/[lang]/admin/content/[id]/history', access: 'content' },
  { path: '/[lang]/admin/articles', access: 'articles' },
  { path: '/[lang]/admin/articles/[id]', access: 'articles' },
  { path: '/[lang]/admin/newsletters', access: 'admin', capability: 'newsletter' },
  { path: '/[lang]/admin/newsletters/[id]', access: 'admin', capability: 'newsletter' },
  { path: '/[lang]/admin/media', access: 'media' },
  { path: '/[lang]/admin/media/[id]', access: 'media' },
  { path: '/[lang]/admin/enquiries', access: 'admin' },
  { path: '/[lang]/admin/feedback', access: 'admin' },
  { path: '/[lang]/admin/questions', access: 'admin', capability: 'lessonQuestions' },
  { path: '/[lang]/admin/ratings', access: 'admin', capability: 'ratings' },
  { path: '/[lang]/admin/audit', access: 'admin' },
  { path: '/[lang]/admin/health', access: 'admin' },
  { path: '/[lang]/admin/api', access: 'admin' },
  { path: '/[lang]/editor/[[...path]]', access: 'public', developmentOnly: true },
];

const calls: readonly CallRoute[] = [
  { path: '/config/config.json', methods: { GET: 'public' }, cache: 'data' },
  { path: '/content/common/[file]', methods: { GET: 'public' }, cache: 'data' },
  { path: '/assets/[...path]', methods: { GET: 'public' }, cache: 'data' },
  { path: '/assets/share/[...path]', methods: { GET: 'public' }, cache: 'picture' },
  { path: '/assets/pictures/[id]/[file]', methods: { GET: 'public' }, uncounted: true },
  { path: '/sitemap.xml', methods: { GET: 'public' }, cache: 'data' },
  { path: '/robots.txt', methods: { GET: 'public' }, cache: 'data' },
  { path: '/favicon.ico', methods: { GET: 'public' }, cache: 'picture' },
  { path: '/openapi.json', methods: { GET: 'public' }, cache: 'data' },
  { path: '/[lang]/articles/feed.xml', methods: { GET: 'public' }, cache: 'data' },
  { path: '/[lang]/manifest.webmanifest', methods: { GET: 'public' }, cache: 'data', capability: 'offline' },
  { path: '/healthz', methods: { GET: 'public' }, uncounted: true, byServer: true },
  { path: '/readyz', methods: { GET: 'public' }, countedApart: true },
  { path: '/metrics', methods: { GET: 'metricsToken' }, countedApart: true },
  { path: '/version', methods: { GET: 'public' } },
  { path: '/update/[project]/content/[...path]', methods: { POST: 'public' }, maxBodyBytes: documentBody, developmentOnly: true },

  { path: '/api/gettype/[hostname]/[name]', methods: { GET: 'public' }, cache: 'data' },
  { path: '/api/tabs', methods: { GET: 'public' } },
  { path: '/api/contact', methods: { POST: 'public' } },
  { path: '/api/newsletter/subscribe', methods: { POST: 'public' }, capability: 'newsletter' },
  { path: '/api/newsletter/confirm', methods: { POST: 'public' }, capability: 'newsletter' },
  { path: '/api/newsletter/unsubscribe', methods: { GET: 'public', POST: 'public' } },
  { path: '/api/newsletter/bounces', methods: { POST: 'bounceToken' } },
  { path: '/api/blogs', methods: { GET: 'public' }, cache: 'data', query: ['lang', ...list, 'pageSize'] },
  { path: '/api/blog/[id]', methods: { GET: 'public' }, cache: 'data', query: ['lang'] },
  { path: '/api/blog/[id]/view', methods: { POST: 'public' } },
  { path: '/api/search', methods: { GET: 'public' }, query: ['lang', 'q', 'kind', 'page'], capability: 'search', searches: true },

  { path: '/api/auth/[...nextauth]', methods: { GET: 'public', POST: 'public' } },
  { path: '/auth/createUser', methods: { POST: 'public' } },
  { path: '/auth/loginAsUser', methods: { POST: 'public' } },
  { path: '/auth/loginAsGuest', methods: { POST: 'public' } },
  { path: '/auth/loginWithGoogle', methods: { POST: 'public' } },
  { path: '/auth/loginWithLinkedIn', methods: { POST: 'public' } },
  { path: '/auth/send-login-code', methods: { POST: 'public' }, capability: 'signInCode' },
  { path: '/auth/loginWithCode', methods: { POST: 'public' }, capability: 'signInCode' },
  { path: '/auth/loginWithPasskey', methods: { POST: 'public' }, capability: 'passkeys' },
  { path: '/auth/refresh-token', methods: { POST: 'refreshToken' } },
  { path: '/auth/resume', methods: { GET: 'public' } },
  { path: '/auth/forgot-password', methods: { POST: 'public' } },
  { path: '/auth/verify-otp', methods: { POST: 'public' } },
  { path: '/auth/reset-password', methods: { POST: 'public' } },
  { path: '/auth/confirm-email', methods: { GET: 'public' } },
  { path: '/auth/confirm-new-email', methods: { POST: 'learner' }, capability: 'emailChange' },
  { path: '/auth/restore-email', methods: { POST: 'public' } },
  { path: '/auth/logout', methods: { POST: 'public' }, endsSession: true },
  { path: '/auth/totp/enrol', methods: { POST: 'learner' } },
  { path: '/auth/totp/confirm', methods: { POST: 'learner' } },
  { path: '/auth/totp/verify', methods: { POST: 'learner' } },
  { path: '/auth/totp/recovery-codes', methods: { POST: 'learner' } },
  { path: '/auth/totp/change', methods: { POST: 'learner' } },
  { path: '/auth/totp/confirm-change', methods: { POST: 'learner' } },
  { path: '/auth/passkey/sign-in-options', methods: { POST: 'public' }, capability: 'passkeys' },
  { path: '/auth/passkey/register-options', methods: { POST: 'learner' }, capability: 'passkeys' },
  { path: '/auth/passkey/register', methods: { POST: 'learner' }, capability: 'passkeys' },
  { path: '/auth/passkey/step-up-options', methods: { POST: 'learner' } },
  { path: '/auth/passkey/step-up', methods: { POST: 'learner' } },

  { path: '/api/payment/getProducts', methods: { GET: 'public' } },
  { path: '/api/payment/getProduct/[key]', methods: { GET: 'public' } },
  { path: '/api/payment/isProductsAvailable', methods: { GET: 'public' } },
  { path: '/api/payment/setProducts', methods: { POST: 'admin' }, maxBodyBytes: formBody },
  { path: '/api/payment/getPayments', methods: { GET: 'learner' } },
  { path: '/api/payment/[userId]/sendPaymentRequest', methods: { POST: 'owner' } },
  { path: '/api/payment/[userId]/checkProductStatus', methods: { POST: 'self' } },
  { path: '/api/payment/[userId]/orders/[orderId]', methods: { GET: 'self' } },
  { path: '/api/payment/[userId]/orders/[orderId]/refund', methods: { POST: 'self' } },
  { path: '/api/payment/[userId]/orders/[orderId]/gift', methods: { POST: 'owner' } },
  { path: '/api/gifts/open', methods: { POST: 'learner' } },
  { path: '/api/payment/[userId]/orders/[orderId]/receipt.pdf', methods: { GET: 'self' } },
  { path: '/api/payment/callback', methods: { POST: 'signature' }, maxBodyBytes: 256 * kibibyte, uncounted: true },
  { path: '/api/payment/return', methods: { GET: 'public' } },
  { path: '/api/user/[userId]/seat-orders/[orderId]/invitations', methods: { POST: 'owner' } },
  { path: '/api/user/[userId]/seats/[seatId]/[action]', methods: { POST: 'owner' } },
  { path: '/api/seats/accept', methods: { POST: 'learner' } },
  { path: '/api/seats/decline', methods: { POST: 'public' } },
  { path: '/api/reminders/stop', methods: { GET: 'public', POST: 'public' } },

  { path: '/api/preview/[courseName]/[lesson]', methods: { GET: 'public' }, indexed: true },
  { path: '/api/preview/[courseName]/[lesson]/playlist', methods: { GET: 'public' } },
  { path: '/api/preview/[courseName]/[lesson]/attachments', methods: { GET: 'public' }, capability: 'attachments' },
  { path: '/api/preview/[courseName]/[lesson]/attachments/[id]', methods: { GET: 'public' }, capability: 'attachments' },
  { path: '/api/user/[userId]/profile/getMyCourses', methods: { GET: 'self' } },
  { path: '/api/user/[userId]/profile/getMyPayments', methods: { GET: 'self' } },
  { path: '/api/user/[userId]/profile/confirm-email', methods: { POST: 'self' } },
  { path: '/api/user/[userId]/profile/details', methods: { POST: 'owner' } },
  { path: '/api/user/[userId]/profile/question-mails', methods: { POST: 'owner' }, capability: 'lessonQuestions' },
  { path: '/api/user/[userId]/profile/reminders', methods: { POST: 'owner' }, capability: 'reminders' },
  { path: '/api/user/[userId]/profile/weekly-mail', methods: { POST: 'owner' }, capability: 'weeklyMail' },
  { path: '/api/user/[userId]/profile/newsletter', methods: { POST: 'owner' }, capability: 'newsletter' },
  { path: '/api/user/[userId]/profile/email', methods: { POST: 'owner' }, capability: 'emailChange' },
  { path: '/api/user/[userId]/security-events', methods: { GET: 'self' } },
  { path: '/api/user/[userId]/profile/export', methods: { GET: 'self' }, streams: true },
  { path: '/api/user/[userId]/profile/delete', methods: { POST: 'self' } },
  { path: '/api/user/[userId]/providers/[linkId]/unlink', methods: { POST: 'owner' } },
  { path: '/api/user/[userId]/passkeys', methods: { GET: 'self' } },
  { path: '/api/user/[userId]/passkeys/[passkeyId]/rename', methods: { POST: 'owner' } },
  { path: '/api/user/[userId]/passkeys/[passkeyId]/remove', methods: { POST: 'owner' } },
  { path: '/api/user/[userId]/sessions', methods: { GET: 'self' } },
  { path: '/api/user/[userId]/sessions/[sessionId]/end', methods: { POST: 'self' } },
  { path: '/api/user/[userId]/sessions/end-all', methods: { POST: 'self' }, endsSession: true },
  { path: '/api/user/[userId]/video/getVideo', methods: { POST: 'purchased' } },
  { path: '/api/user/[userId]/video/playlist/[id]', methods: { GET: 'purchased' }, uncounted: true },
  { path: '/api/user/[userId]/video/stream/[courseName]/[lesson]', methods: { GET: 'purchased' }, uncounted: true },
  { path: '/api/user/[userId]/attachments/[id]', methods: { GET: 'purchased' }, uncounted: true, capability: 'attachments' },
  { path: '/api/lesson-attachments/[courseName]/[lesson]', methods: { GET: 'purchased' }, capability: 'attachments' },
  { path: '/api/user/[userId]/video/offline/[courseName]/[lesson]', methods: { GET: 'purchased' }, capability: 'offline' },
  { path: '/api/user/[userId]/open-lessons', methods: { GET: 'owner' }, capability: 'offline' },
  { path: '/api/user/[userId]/progress/[courseName]', methods: { GET: 'purchased', PUT: 'purchased', POST: 'purchased' } },
  { path: '/api/user/[userId]/feedback/[courseName]', methods: { POST: 'purchased' } },
  { path: '/api/user/[userId]/notes', methods: { GET: 'owner' }, capability: 'notes' },
  { path: '/api/user/[userId]/notes.md', methods: { GET: 'owner' }, capability: 'notes' },
  { path: '/api/user/[userId]/notes/[noteId]', methods: { POST: 'owner' }, capability: 'notes' },
  { path: '/api/user/[userId]/notes/[noteId]/remove', methods: { POST: 'owner' }, capability: 'notes' },
  { path: '/api/user/[userId]/lesson-notes/[courseName]/[lesson]', methods: { GET: 'owner', POST: 'owner' }, capability: 'notes' },
  { path: '/api/lesson-questions/[courseName]/[lesson]', methods: { GET: 'purchased', POST: 'purchased' }, capability: 'lessonQuestions' },
  { path: '/api/questions/[id]', methods: { GET: 'learner' }, capability: 'lessonQuestions' },
  { path: '/api/questions/[id]/answers', methods: { POST: 'learner' }, capability: 'lessonQuestions' },
  { path: '/api/questions/[id]/accept', methods: { POST: 'learner' }, capability: 'lessonQuestions' },
  { path: '/api/questions/[id]/change', methods: { POST: 'learner' }, capability: 'lessonQuestions' },
  { path: '/api/questions/[id]/remove', methods: { POST: 'learner' }, capability: 'lessonQuestions' },
  { path: '/api/answers/[id]/change', methods: { POST: 'learner' }, capability: 'lessonQuestions' },
  { path: '/api/answers/[id]/remove', methods: { POST: 'learner' }, capability: 'lessonQuestions' },
  { path: '/api/question-mails', methods: { POST: 'public' } },
  { path: '/api/question-mails/stop', methods: { GET: 'public', POST: 'public' } },
  { path: '/api/weekly-mail/stop', methods: { GET: 'public', POST: 'public' } },
  { path: '/api/user/[userId]/rating/[courseName]', methods: { POST: 'owner' }, capability: 'ratings' },
  { path: '/api/user/[userId]/certificate/[courseName]', methods: { POST: 'owner' } },
  { path: '/api/user/[userId]/certificate/[courseName]/name', methods: { POST: 'owner' } },
  { path: '/api/user/[userId]/quizzes/[quizId]/attempts', methods: { POST: 'owner' }, capability: 'quizzes' },
  { path: '/api/user/[userId]/quiz-attempts/[attemptId]', methods: { POST: 'owner' }, capability: 'quizzes' },

  { path: '/api/admin/orders', methods: { GET: 'admin' } },
  { path: '/api/admin/orders.csv', methods: { GET: 'admin' }, streams: true },
  { path: '/api/admin/orders.xlsx', methods: { GET: 'admin' }, streams: true },
  { path: '/api/admin/receipts.csv', methods: { GET: 'admin' }, streams: true, capability: 'taxReceipts' },
  { path: '/api/admin/receipts.xlsx', methods: { GET: 'admin' }, streams: true, capability: 'taxReceipts' },
  { path: '/api/admin/receipts.json', methods: { GET: 'admin' }, streams: true, capability: 'taxReceipts' },
  { path: '/api/admin/orders/[id]', methods: { GET: 'admin' } },
  { path: '/api/admin/orders/[id]/[action]', methods: { POST: 'admin' } },
  { path: '/api/admin/seats/[id]/[action]', methods: { POST: 'admin' } },
  { path: '/api/admin/refunds/[orderId]/[decision]', methods: { POST: 'admin' } },
  { path: '/api/admin/products/[key]', methods: { GET: 'admin', PUT: 'admin' } },
  { path: '/api/admin/bundles', methods: { GET: 'admin', POST: 'admin' }, capability: 'bundles' },
  { path: '/api/admin/bundles/[key]', methods: { GET: 'admin', PUT: 'admin', DELETE: 'admin' }, capability: 'bundles' },
  { path: '/api/admin/coupons', methods: { GET: 'admin', POST: 'admin' }, capability: 'coupons' },
  { path: '/api/admin/coupons/[id]', methods: { GET: 'admin', PUT: 'admin', DELETE: 'admin' }, capability: 'coupons' },
  { path: '/api/admin/coupons/[id]/end', methods: { POST: 'admin' }, capability: 'coupons' },
  { path: '/api/admin/users', methods: { GET: 'admin' } },
  { path: '/api/admin/users/[id]', methods: { GET: 'admin' } },
  { path: '/api/admin/users/[id]/role', methods: { PUT: 'admin' } },
  { path: '/api/admin/users/[id]/reset-second-factor', methods: { POST: 'admin' } },
  { path: '/api/admin/users/[id]/sessions', methods: { DELETE: 'admin' } },
  { path: '/api/admin/users/[id]/sessions/[sessionId]', methods: { DELETE: 'admin' } },
  { path: '/api/admin/enquiries', methods: { GET: 'admin' } },
  { path: '/api/admin/enquiries/[id]', methods: { PUT: 'admin', DELETE: 'admin' } },
  { path: '/api/admin/questions', methods: { GET: 'admin' }, capability: 'lessonQuestions' },
  { path: '/api/admin/questions/[kind]/[id]', methods: { PUT: 'admin' }, capability: 'lessonQuestions' },
  { path: '/api/admin/ratings', methods: { GET: 'admin' }, capability: 'ratings' },
  { path: '/api/admin/ratings/[id]', methods: { PUT: 'admin' }, capability: 'ratings' },
  { path: '/api/admin/bulk/ratings', methods: { POST: 'admin' }, capability: 'ratings' },
  { path: '/api/admin/bulk/enquiries', methods: { POST: 'admin' } },
  { path: '/api/admin/bulk/articles', methods: { POST: 'articles' } },
  { path: '/api/admin/bulk/coupons', methods: { POST: 'admin' }, capability: 'coupons' },
  { path: '/api/admin/bulk/pictures', methods: { POST: 'media' } },
  { path: '/api/admin/audit', methods: { GET: 'admin' } },
  { path: '/api/admin/content', methods: { GET: 'content' } },
  { path: '/api/admin/content/[id]', methods: { GET: 'content', PUT: 'content' }, maxBodyBytes: documentBody },
  { path: '/api/admin/content/[id]/[action]', methods: { POST: 'content' } },
  { path: '/api/admin/content/[id]/preview', methods: { POST: 'content' } },
  { path: '/api/admin/content/[id]/copy', methods: { POST: 'content' } },
  { path: '/api/admin/articles', methods: { POST: 'articles' }, maxBodyBytes: textBody },
  { path: '/api/admin/articles/[id]', methods: { GET: 'articles', PUT: 'articles', DELETE: 'articles' }, maxBodyBytes: textBody },
  { path: '/api/admin/articles/[id]/draft', methods: { GET: 'articles', PUT: 'articles', POST: 'articles', DELETE: 'articles' }, maxBodyBytes: textBody },
  { path: '/api/admin/articles/[id]/preview', methods: { POST: 'articles' } },
  { path: '/api/admin/newsletters', methods: { GET: 'admin', POST: 'admin' }, maxBodyBytes: textBody, capability: 'newsletter' },
  { path: '/api/admin/newsletters/[id]', methods: { GET: 'admin', PUT: 'admin', DELETE: 'admin' }, maxBodyBytes: textBody, capability: 'newsletter' },
  { path: '/api/admin/newsletters/[id]/preview', methods: { GET: 'admin' }, capability: 'newsletter' },
  { path: '/api/admin/newsletters/[id]/test', methods: { POST: 'admin' }, capability: 'newsletter' },
  { path: '/api/admin/newsletters/[id]/send', methods: { POST: 'admin' }, capability: 'newsletter' },
  { path: '/api/admin/newsletters/[id]/stop', methods: { POST: 'admin' }, capability: 'newsletter' },
  { path: '/api/admin/newsletters/[id]/continue', methods: { POST: 'admin' }, capability: 'newsletter' },
  { path: '/api/admin/newsletters/[id]/take-back', methods: { POST: 'admin' }, capability: 'newsletter' },
  { path: '/api/admin/pictures', methods: { GET: 'media', POST: 'media' }, maxBodyBytes: fileBody },
  { path: '/api/admin/pictures/[id]', methods: { GET: 'media', POST: 'media' } },
  { path: '/api/admin/pictures/[id]/remove', methods: { POST: 'media' } },
  { path: '/api/admin/courses', methods: { POST: 'admin' } },
  { path: '/api/admin/courses/[slug]', methods: { GET: 'admin', PUT: 'admin', DELETE: 'admin' }, maxBodyBytes: formBody },
  { path: '/api/admin/courses/[slug]/lessons', methods: { PUT: 'admin' }, maxBodyBytes: 256 * kibibyte },
  { path: '/api/admin/courses/[slug]/lessons/[file]/captions', methods: { PUT: 'admin' }, maxBodyBytes: captionsBody },
  { path: '/api/admin/courses/[slug]/lessons/[file]/attachments', methods: { POST: 'admin' }, maxBodyBytes: fileBody, capability: 'attachments' },
  { path: '/api/admin/courses/[slug]/attachments', methods: { GET: 'admin' }, capability: 'attachments' },
  { path: '/api/admin/attachments/[id]', methods: { PUT: 'admin', DELETE: 'admin' }, capability: 'attachments' },
  { path: '/api/admin/quizzes', methods: { POST: 'admin' }, maxBodyBytes: formBody, capability: anyQuiz },
  { path: '/api/admin/quizzes/[id]', methods: { GET: 'admin', PUT: 'admin', DELETE: 'admin' }, maxBodyBytes: formBody, capability: anyQuiz },
  { path: '/api/admin/courses/[slug]/uploads', methods: { GET: 'admin', POST: 'admin' }, maxBodyBytes: captionsBody },
  { path: '/api/admin/uploads/[id]', methods: { GET: 'admin', PATCH: 'admin', DELETE: 'admin' }, maxBodyBytes: videoPiece },
  { path: '/api/admin/uploads/[id]/retry', methods: { POST: 'admin' } },
];

export const routes: readonly Route[] = [...pages, ...calls].filter(({ developmentOnly }) => !developmentOnly || process.env.NODE_ENV === 'development');

export const isPage = (route: Route): route is PageRoute => 'access' in route;

export const maxBodyBytesOf = (route: Route | undefined): number => (route && isPage(route) ? 0 : (route?.maxBodyBytes ?? usualBody));

const callFolders = new Set(calls.flatMap(({ path }) => (path.startsWith('/[') ? [] : [path.split('/')[1] ?? ''])));

/** Programs call under this path: what is not there is a problem document, not a page. */
export const isCallPath = ([first = '', ...rest]: readonly string[]): boolean => rest.length > 0 && callFolders.has(first);

/** In which language a person reads that a page is not there (A4). */
export function languageOfMissingPage([first = '']: readonly string[]): Language {
  if (isLanguage(first)) return first;
  return /^[a-z]{2}$/i.test(first) ? defaultLanguage : internationalLanguage;
}
