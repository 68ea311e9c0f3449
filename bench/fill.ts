import { mkdirSync } from 'node:fs';

export interface FilledDatabase {
  readonly articles: number;
  readonly courses: number;
  readonly orders: number;
}

const ARTICLE_COPIES = 1_700;
const courseCopies = 334;
const smallCourseCopies = 9;
const users = 5_000;
const ORDERS = 100_000;
const smallOrders = 100;

const copyArticles = (first: number, last: number) => [
  `INSERT INTO "Article" ("id", "category", "imageUrl", "views", "publishedAt", "published", "updatedAt")
   SELECT a."id" || '-' || n, a."category", a."imageUrl", n, a."publishedAt" - n * interval '1 hour', true, now()
   FROM "Article" a, generate_series(${first}, ${last}) n WHERE a."id" !~ '-[0-9]+$'`,
  `INSERT INTO "ArticleText" ("articleId", "lang", "title", "description", "category", "html", "searchText", "searchWords", "publishedAt", "published", "updatedAt")
   SELECT t."articleId" || '-' || n, t."lang", t."title" || ' ' || n, t."description", t."category", t."html", t."searchText", t."searchWords",
          t."publishedAt" - n * interval '1 hour', true, now()
   FROM "ArticleText" t, generate_series(${first}, ${last}) n WHERE t."articleId" !~ '-[0-9]+$'`,
];

const insertUsersWithOrders = (first: number, last: number, people: number) => [
  `INSERT INTO "User" ("id", "email", "name", "updatedAt") SELECT 'bench-' || n, 'bench-' || n || '@midan.example', 'Mona ' || n, now() FROM generate_series(${Math.min(first, people)}, ${people}) n ON CONFLICT DO NOTHING`,
  `INSERT INTO "Order" ("id", "userId", "productKey", "courseSlug", "description", "amountPiastres", "status", "createdAt", "updatedAt", "expiresAt", "paidAt")
   SELECT 'bench-' || n, 'bench-' || (1 + n % ${people}), 'course-nextjs', 'nextjs-from-zero', 'Next.js', 129900,
          (CASE WHEN n % 5 = 0 THEN 'failed' ELSE 'paid' END)::"OrderStatus", now() - n * interval '5 minutes', now(), now(), now() - n * interval '5 minutes'
   FROM generate_series(${first}, ${last}) n`,
  `INSERT INTO "OrderLine" ("orderId", "position", "productKey", "courseSlug", "description", "listPiastres", "totalPiastres")
   SELECT 'bench-' || n, 0, 'course-nextjs', 'nextjs-from-zero', 'Next.js', 129900, 129900 FROM generate_series(${first}, ${last}) n`,
];

const copyCourses = (first: number, last: number) => [
  `INSERT INTO "Course" ("slug", "position", "published", "text", "editedAt", "updatedAt")
   SELECT c."slug" || '-' || n, 100 + n, true, c."text", now(), now() FROM "Course" c, generate_series(${first}, ${last}) n WHERE c."slug" !~ '-[0-9]+$'`,
  `INSERT INTO "Chapter" ("id", "courseSlug", "position", "title")
   SELECT h."id" || '-' || n, h."courseSlug" || '-' || n, h."position", h."title" FROM "Chapter" h, generate_series(${first}, ${last}) n WHERE h."courseSlug" !~ '-[0-9]+$'`,
  `INSERT INTO "Lesson" ("id", "courseSlug", "chapterId", "position", "file", "path", "name", "freePreview", "durationSeconds")
   SELECT l."id" || '-' || n, l."courseSlug" || '-' || n, l."chapterId" || '-' || n, l."position", l."file", l."path", l."name", l."freePreview", l."durationSeconds"
   FROM "Lesson" l, generate_series(${first}, ${last}) n WHERE l."courseSlug" !~ '-[0-9]+$'`,
  // Repeat the samples' captions fifteen times, for lessons of several minutes.
  `INSERT INTO "SearchEntry" ("courseSlug", "lang", "lesson", "title", "lines", "words", "titleWords", "captionsFile", "version", "comparedAt")
   SELECT e."courseSlug" || '-' || n, e."lang", e."lesson", e."title",
          (SELECT jsonb_agg(jsonb_build_array((line->>0)::int + 30 * again, line->>1)) FROM jsonb_array_elements(e."lines") line, generate_series(0, CASE WHEN e."lesson" = '' THEN 0 ELSE 14 END) again),
          e."words", e."titleWords", e."captionsFile", e."version", e."comparedAt"
   FROM "SearchEntry" e, generate_series(${first}, ${last}) n WHERE e."courseSlug" !~ '-[0-9]+$'`,
  `INSERT INTO "Product" ("key", "courseSlug", "name", "description", "amountPiastres", "editedAt", "updatedAt")
   SELECT p."key" || '-' || n, p."courseSlug" || '-' || n, p."name", p."description", p."amountPiastres", now(), now() FROM "Product" p, generate_series(${first}, ${last}) n WHERE p."key" !~ '-[0-9]+$'`,
];

/** Fills one page of each list, so that the small and the grown database show the same number of rows on a page. */
const SMALL = [
  ...copyArticles(1, 1),
  ...copyCourses(1, smallCourseCopies),
  ...insertUsersWithOrders(1, smallOrders, smallOrders),
  'VACUUM ANALYZE',
];

const GROWN = [
  ...copyArticles(2, ARTICLE_COPIES),
  ...copyCourses(smallCourseCopies + 1, courseCopies),
  ...insertUsersWithOrders(smallOrders + 1, ORDERS, users),
  'VACUUM ANALYZE',
];

const seller = {
  taxNumber: '100200300',
  name: 'شركة ميدان',
  address: { governorate: 'القاهرة', city: 'مدينة نصر', street: 'عباس العقاد', building: '12' },
  branchCode: '0',
  activityCode: '8549',
  deviceSerial: 'bench',
};
const receiptLine = {
  position: 0,
  productKey: 'course-nextjs',
  description: 'Next.js',
  quantity: 1,
  listPiastres: 129900,
  discountPiastres: 0,
  taxPiastres: 15953,
  totalPiastres: 129900,
};
const receiptContent = JSON.stringify({ seller, buyer: null, lines: [receiptLine], referenceUuid: null });

const insertOrdersOfMonth = (month: string) => [
  `INSERT INTO "Order" ("id", "productKey", "courseSlug", "description", "amountPiastres", "taxPiastres", "status", "createdAt", "updatedAt", "expiresAt", "paidAt")
   SELECT 'month-' || n, 'course-nextjs', 'nextjs-from-zero', 'Next.js', 129900, 15953, 'paid', t, t, t, t
   FROM generate_series(1, ${ORDERS}) n, LATERAL (SELECT timestamp '${month}-02' + n * interval '24 seconds' AS t) x`,
  `INSERT INTO "OrderLine" ("orderId", "position", "productKey", "courseSlug", "description", "listPiastres", "taxPiastres", "totalPiastres")
   SELECT 'month-' || n, 0, 'course-nextjs', 'nextjs-from-zero', 'Next.js', 129900, 15953, 129900 FROM generate_series(1, ${ORDERS}) n`,
  `INSERT INTO "TaxReceipt" ("position", "kind", "number", "orderId", "chargeId", "amountPiastres", "taxPiastres", "taxPercent", "currency", "method", "issuedAt", "uuid", "previousUuid", "content")
   SELECT 1000000 + n, 'receipt', 1000000 + n, 'month-' || n, n::text, 129900, 15953, 14, 'EGP', 'card', timestamp '${month}-02' + n * interval '24 seconds',
          md5(n::text) || md5('x' || n), md5((n - 1)::text) || md5('x' || (n - 1)), '${receiptContent}'::jsonb
   FROM generate_series(1, ${ORDERS}) n`,
  'VACUUM ANALYZE',
];

export async function fillMonth(env: Readonly<Record<string, string>>, month: string): Promise<number> {
  await runStatements(env, insertOrdersOfMonth(month));
  return ORDERS;
}

export async function fillGrown(env: Readonly<Record<string, string>>): Promise<FilledDatabase> {
  const filled = await fillDatabase(env, null);
  if (filled.courses > courseCopies) return filled;
  await fillDatabase(env, 'small');
  return fillDatabase(env, 'grown');
}

export const fillDatabase = (
  env: Readonly<Record<string, string>>,
  size: 'small' | 'grown' | null,
): Promise<FilledDatabase> => runStatements(env, size === null ? [] : size === 'small' ? SMALL : GROWN);

async function runStatements(
  env: Readonly<Record<string, string>>,
  statements: readonly string[],
): Promise<FilledDatabase> {
  Object.assign(process.env, env);
  mkdirSync(env.DATA_DIR ?? 'var', { recursive: true });
  const { closeDatabase, openDatabase } = await import('@/lib/database/client');
  const database = await openDatabase();
  try {
    for (const statement of statements) await database.client.$executeRawUnsafe(statement);
    const [articles, courses, orders] = await Promise.all([
      database.client.article.count(),
      database.client.course.count(),
      database.client.order.count(),
    ]);
    return { articles, courses, orders };
  } finally {
    await closeDatabase();
  }
}
