import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createAccount } from '@/lib/accounts/create-account';
import { signUpSchema } from '@/lib/accounts/schema';
import { cookieNames } from '@/lib/accounts/sessions/cookies';
import { type OpenedSession, startSession } from '@/lib/accounts/sessions/start-session';
import { encodeSessionCookie } from '@/lib/accounts/sessions/tokens';
import { openApiDocument } from '@/lib/api/openapi/document';
import { resetConfig } from '@/lib/config/config';
import { grantEnrolment } from '@/lib/courses/enrolment/enrolment';
import { db, transaction } from '@/lib/database/client';
import { seedCourse } from '@/tests/support/catalogue';
import { resetDatabase } from '@/tests/support/database';
import { readMailedToken } from '@/tests/support/outbox';
import { calls, loadRouteFile } from '@/tests/support/route-files';

const document = await openApiDocument(loadRouteFile);
vi.mock('@/lib/api/openapi/built-document', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  builtDocument: () => document,
}));

const courseName = 'nextjs-from-zero';
const [lesson, listed] = ['02-first.mp4', '03-data.mp4'];
let media: string;
let session: OpenedSession;
let token: string;

beforeAll(async () => {
  await resetDatabase();
  await seedCourse();
  media = await mkdtemp(path.join(tmpdir(), 'media-'));
  vi.stubEnv('MEDIA_DIR', media);
  resetConfig();
  for (const file of [lesson, listed]) {
    await mkdir(path.join(media, courseName, file), { recursive: true });
    await writeFile(path.join(media, courseName, file, 'video.mp4'), 'video');
  }
  const time = new Date();
  const form = signUpSchema.parse({
    name: 'Mona',
    email: 'mona@midan.example',
    phone: '01001234567',
    sub: 'river-lantern-42',
  });
  const made = await createAccount({ form, lang: 'en', guestId: null, ip: 'x', now: time });
  const userId = made.ok ? made.value.userId : '';
  await transaction((tx) =>
    grantEnrolment(tx, { userId, courseSlug: courseName, orderId: null, source: 'purchase', now: time }),
  );
  session = await startSession({ userId }, { userAgent: '', ip: '' }, time);
  token = await readMailedToken();
});
afterAll(async () => {
  vi.unstubAllEnvs();
  resetConfig();
  await rm(media, { recursive: true });
});

async function ask(route: string, method: string): Promise<Response> {
  const { GET } = await loadRouteFile(route);
  const names = cookieNames();
  const cookie = `${names.session}=${await encodeSessionCookie({ sub: session.userId, sid: session.sessionId }, new Date())}; ${names.refresh}=${session.refreshToken}`;
  const known: Record<string, string> = {
    userId: session.userId,
    courseName,
    lesson,
    id: route.includes('playlist') ? `${courseName}~${listed}` : 'x',
    key: 'course-nextjs',
  };
  const params = Object.fromEntries(
    [...route.matchAll(/\[(?:\.\.\.)?(\w+)\]/g)].map(([, name = '']) => [name, known[name] ?? 'x']),
  );
  const request = new Request(`http://localhost:3000/x?token=${token}&to=%2Fen%2Fhome`, {
    method,
    headers: { cookie },
  });
  return GET!(request, { params: Promise.resolve(params) });
}

/** Returns a hash of all tables except the rate limits, which count every call. */
async function hashAllTables(): Promise<string> {
  const client = await db();
  const tables = await client.$queryRaw<Array<{ name: string }>>`
    SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema() AND tablename NOT IN ('_prisma_migrations', 'RateLimit') ORDER BY 1`;
  const sums = await Promise.all(
    tables.map(({ name }) =>
      client.$queryRawUnsafe(
        `SELECT '${name}' AS name, md5(coalesce(string_agg(t::text, '|' ORDER BY t::text), '')) AS sum FROM "${name}" t`,
      ),
    ),
  );
  return JSON.stringify(sums);
}

/** Routes whose GET Next runs for HEAD. Pictures, XML and text write nothing, and next-auth does not support HEAD. */
const asked = calls.filter(
  ({ path, methods, cache }) => methods.includes('GET') && cache !== 'picture' && !/nextauth|\.(?:xml|txt)$/.test(path),
);

test.each(asked)('HEAD $path changes nothing [P7, S7]', async ({ path: route }) => {
  const before = await hashAllTables();
  const answer = await ask(route, 'HEAD');
  expect(answer.status).not.toBe(500);
  expect(await hashAllTables()).toBe(before);
});

test.each(['/auth/confirm-email', '/auth/resume', '/api/payment/return'])(
  'HEAD %s does not run the action of GET [S7]',
  async (route) => {
    expect((await ask(route, 'HEAD')).status).toBe(204);
    expect((await ask(route, 'GET')).status).toBe(303);
  },
);
