import { beforeEach, expect, test } from 'vitest';
import { startSession } from '@/lib/accounts/sessions/start-session';
import { grantEnrolment } from '@/lib/courses/enrolment/enrolment';
import { db, transaction } from '@/lib/database/client';
import { seedCourse, seedLearner } from '@/tests/support/catalogue';
import { resetDatabase } from '@/tests/support/database';
import * as feedback from './[userId]/feedback/[courseName]/route';
import * as deleteAccount from './[userId]/profile/delete/route';
import * as myCourses from './[userId]/profile/getMyCourses/route';
import * as progress from './[userId]/progress/[courseName]/route';
import * as getVideo from './[userId]/video/getVideo/route';
import * as playlist from './[userId]/video/playlist/[id]/route';
import * as stream from './[userId]/video/stream/[courseName]/[lesson]/route';

const courseName = 'nextjs-from-zero';
const lesson = '02-first.mp4';
let token: string;

type Call = (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>;

const ask = (
  call: Call,
  {
    as = token,
    userId = 'mona',
    method = 'GET',
    body,
    type = 'application/json',
    ...params
  }: {
    as?: string | null;
    userId?: string;
    method?: string;
    body?: unknown;
    type?: string;
    courseName?: string;
    lesson?: string;
    id?: string;
  } = {},
) =>
  call(
    new Request('http://localhost:3000/api', {
      method,
      headers: { ...(as ? { authorization: `Bearer ${as}` } : {}), 'content-type': type },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    }),
    { params: Promise.resolve({ userId, ...params }) },
  );

beforeEach(async () => {
  await resetDatabase();
  await seedCourse();
  for (const id of ['mona', 'ali']) await seedLearner(id);
  const now = new Date();
  await transaction((tx) =>
    grantEnrolment(tx, { userId: 'mona', courseSlug: courseName, orderId: null, source: 'purchase', now }),
  );
  token = (await startSession({ userId: 'mona' }, { userAgent: '', ip: '' }, now)).accessToken;
});

test('getMyCourses answers the documented fields [S8]', async () => {
  const answer = await ask(myCourses.GET);
  expect(await answer.json()).toEqual([
    expect.objectContaining({
      name: courseName,
      title: 'Next',
      description: 'Next',
      productKey: 'course-nextjs',
      progress: { played: 0, total: 4 },
    }),
  ]);
});

test.each([
  ['getMyCourses', myCourses.GET, {}],
  ['progress', progress.GET, { courseName }],
  ['stream', stream.GET, { courseName, lesson }],
  ['playlist', playlist.GET, { id: `${courseName}~${lesson}` }],
  ['getVideo', getVideo.POST, { method: 'POST', body: { courseName, path: 'x' } }],
  ['feedback', feedback.POST, { courseName, method: 'POST', body: { rating: 3, answers: {} } }],
] as const)('%s answers 401 without a session and 403 for another user’s id [G6, S9]', async (_name, call, params) => {
  const refused = await ask(call, { ...params, as: null });
  expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
  expect((await ask(call, { ...params, userId: 'ali' })).status).toBe(403);
});

test('PUT, or POST for beacons, reports progress and answers the updated progress [L4]', async () => {
  const body = { lesson, positionSeconds: 12, played: true, watched: [[0, 12]] };
  await (
    await db()
  ).lessonAccess.create({
    data: { userId: 'mona', courseSlug: courseName, lesson, firstAt: new Date(Date.now() - 60_000) },
    select: { lesson: true },
  });
  for (const method of ['PUT', 'POST'] as const) {
    const answer = await ask(progress[method], { courseName, method, body });
    const { lessons } = (await answer.json()) as { lessons: Record<string, unknown> };
    expect(lessons[lesson]).toMatchObject({
      played: true,
      positionSeconds: 12,
      watchedSeconds: 12,
      updatedAt: expect.stringMatching(/Z$/),
    });
  }
});

test.each([
  [{ lesson: 'nope.mp4' }, 422],
  [{ lesson, positionSeconds: -1 }, 422],
  [{ lesson, watched: [[5, 1]] }, 422],
  [{ lesson, watched: 'all' }, 422],
  ['{broken', 400],
])('invalid progress is refused: %j [L4]', async (body, status) => {
  expect((await ask(progress.PUT, { courseName, method: 'PUT', body })).status).toBe(status);
});

test('unknown courses and lessons answer 404, and another content type answers 415 [L4, S9]', async () => {
  expect((await ask(progress.GET, { courseName: 'nope' })).status).toBe(404);
  expect((await ask(stream.GET, { courseName, lesson: 'nope.mp4' })).status).toBe(404);
  expect((await ask(playlist.GET, { id: 'nope' })).status).toBe(404);
  expect((await ask(progress.PUT, { courseName, method: 'PUT', body: 'x', type: 'text/plain' })).status).toBe(415);
});

test('feedback is stored with its answers, and a rating of 6 is refused with an error at the field [L5]', async () => {
  const given = await ask(feedback.POST, {
    courseName,
    method: 'POST',
    body: { rating: 4, answers: { helped: 'المشروع' } },
  });
  expect([given.status, typeof ((await given.json()) as { id: string }).id]).toEqual([201, 'string']);
  const refused = await ask(feedback.POST, { courseName, method: 'POST', body: { rating: 6, answers: {} } });
  expect([refused.status, Object.keys(((await refused.json()) as { errors: object }).errors)]).toEqual([
    422,
    ['rating'],
  ]);
});

test('an administrator who deletes another account stays signed in; a learner who deletes their own is signed out [D10]', async () => {
  const client = await db();
  const [now, device] = [new Date(), { userAgent: '', ip: '' }];
  await client.user.update({
    where: { id: 'ali' },
    data: { role: 'admin', totpConfirmedAt: now },
    select: { id: true },
  });
  const { accessToken } = await startSession({ userId: 'ali', totpAt: now }, device, now);
  const { email } = await client.user.update({
    where: { id: 'mona' },
    data: { email: 'mona@midan.example' },
    select: { email: true },
  });
  const erase = (userId: string, as: string) =>
    ask(deleteAccount.POST, { as, userId, method: 'POST', body: { email } });
  const other = await erase('mona', accessToken);
  expect([other.status, other.headers.get('set-cookie'), other.headers.get('clear-site-data')]).toEqual([
    204,
    null,
    null,
  ]);
  await seedLearner('mona');
  await client.user.update({ where: { id: 'mona' }, data: { email }, select: { id: true } });
  const own = await erase('mona', (await startSession({ userId: 'mona' }, device, now)).accessToken);
  expect([own.status, own.headers.get('clear-site-data')]).toEqual([204, '"storage"']);
});

test('a bearer token stops working on streams as soon as its session ends, even if another process ended it [L7, D9]', async () => {
  const fetchStream = () => ask(stream.GET, { courseName, lesson: '03-data.mp4' });
  expect((await fetchStream()).status).not.toBe(401);
  // Revoke in the database only, as another process would, so that this process's cache is out of date.
  await (await db()).session.updateMany({ data: { revokedAt: new Date(), revokedWhy: 'logout' } });
  expect((await fetchStream()).status).toBe(401);
});
