import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const all = ['{app,lib,server,mocks,prisma,scripts,bench}/**/*.test.{ts,tsx}', '*.test.ts'];

/** What the database decides: connections and locks, migrations, backups, money, sessions, races, search, jobs. These run on PostgreSQL too. */
const databaseDecides = [
  'lib/{database,backup,checkout,jobs,search}/**/*.test.ts', 'lib/courses/{enrolment,progress,questions,quizzes,weekly-mail}/**/*.test.ts', 'lib/courses/catalogue/sync.test.ts', 'lib/blog/blog.test.ts',
  'lib/admin/articles/drafts.test.ts', 'lib/admin/search/*.test.ts', 'lib/auth/sessions/**/*.test.ts', 'lib/**/races.test.ts',
];

/** Among them, but without a database. */
const asksNoDatabase = [
  'lib/checkout/{pricing/price-order,orders/billing,refunds/refund-policy,settlement/notification,settlement/inquiry-schedule,receipts/receipt-pdf}.test.ts',
  'lib/auth/sessions/media-actor.test.ts', 'lib/courses/progress/watched-ranges.test.ts', 'lib/database/folder-lock.test.ts', 'lib/jobs/all-jobs.test.ts', 'lib/search/page-texts.test.ts',
];

const onPostgres = Boolean(process.env.TEST_DATABASE_URL);
const include = onPostgres ? databaseDecides : all;

/** A thread has no umask of its own, and its environment is not what Pango reads. */
const ownProcess = ['lib/control/**/*.test.ts', 'lib/content/pictures/share-picture.test.ts'];

export default defineConfig({
  resolve: { alias: { '@': here('.').replace(/\/$/, ''), 'server-only': here('lib/testing/vitest/empty-module.ts') } },
  oxc: { jsx: { runtime: 'automatic' } },
  test: {
    globalSetup: ['lib/testing/vitest/global-setup.ts'],
    setupFiles: ['lib/testing/vitest/setup.ts'],
    env: { AUTH_SECRET: 'a-secret-for-tests-of-32-characters!', NODE_ENV: 'test', DATA_DIR: 'var/test' },
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Tests wait for sockets, timers and processes a third of their time: one more than the two processors they are meant for.
    maxWorkers: 3,
    projects: [
      // Threads share PGlite's compiled code, which takes each process 2 s (measured: a third less processor time).
      { extends: true, test: { name: 'unit', pool: 'threads', include, exclude: onPostgres ? [...ownProcess, ...asksNoDatabase] : ownProcess } },
      { extends: true, test: { name: 'process', pool: 'forks', include: ownProcess } },
    ],
  },
});
