import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, vi } from 'vitest';
import { createAccount } from '@/lib/accounts/create-account';
import { signUpSchema } from '@/lib/accounts/schema';
import { findActor } from '@/lib/accounts/sessions/actor-of';
import { type OpenedSession, startSession } from '@/lib/accounts/sessions/start-session';
import { accessOf, type CallAccess } from '@/lib/api/handler';
import { config, resetConfig } from '@/lib/config/config';
import { grantEnrolment } from '@/lib/courses/enrolment/enrolment';
import { saveProgress } from '@/lib/courses/progress/progress';
import { db, transaction } from '@/lib/database/client';
import type { Actor } from '@/lib/permissions';
import type { Method } from '@/lib/routes';
import { type OidcMock, startOidcMock } from '@/mocks/oidc/server';
import { seedCourse } from '@/tests/support/catalogue';
import { resetDatabase } from '@/tests/support/database';
import { loadRouteFile } from '@/tests/support/route-files';
import { startShopOfFile } from '@/tests/support/shop';

export const shop = startShopOfFile();
export const courseName = 'nextjs-from-zero';
export const lesson = '02-first.mp4';
export const password = 'river-lantern-42';
export const account = { name: 'Mona Adel', email: 'mona@midan.example', phone: '01001234567', sub: password };

const rendition = {
  name: '480p',
  width: 854,
  height: 480,
  bandwidth: 100,
  averageBandwidth: 90,
  bytes: 10,
  codecs: 'avc1.4d401e',
  frameRate: 25,
  file: '480p.mp4',
  playlist: '480p.m3u8',
};

let media: string;
export let identity: OidcMock;

export const world = {} as { learner: OpenedSession; learnerActor: Actor; admin: OpenedSession };

beforeAll(async () => {
  media = await mkdtemp(path.join(tmpdir(), 'media-'));
  const folder = path.join(media, courseName, lesson);
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'video.mp4'), 'video');
  await writeFile(
    path.join(folder, 'lesson.json'),
    JSON.stringify({
      version: 1,
      durationSeconds: 30,
      renditions: [rendition, { ...rendition, name: '240p', file: '240p.mp4', playlist: '240p.m3u8' }],
      source: { file: 'video.mp4', type: 'video/mp4', bytes: 5 },
      poster: 'poster.webp',
      thumbnails: { file: 'thumbnails.webp', everySeconds: 2, columns: 1, rows: 1, width: 160, height: 90 },
      captions: [],
    }),
  );
  await writeFile(
    path.join(folder, '240p.m3u8'),
    '#EXTM3U\n#EXT-X-MAP:URI="240p.mp4",BYTERANGE="5@0"\n#EXTINF:2.0,\n#EXT-X-BYTERANGE:5@5\n240p.mp4\n#EXT-X-ENDLIST\n',
  );
  await mkdir(path.join(media, courseName, '01-welcome.mp4'), { recursive: true });
  await writeFile(path.join(media, courseName, '01-welcome.mp4', 'video.mp4'), 'video');
  identity = await startOidcMock({ port: 0 });
  for (const [name, value] of Object.entries({
    ...identity.env,
    MEDIA_DIR: media,
    DATA_DIR: path.join(media, 'data'),
    METRICS_TOKEN: 'a-token-of-metrics',
    NEWSLETTER_BOUNCE_TOKEN: 'a-token-of-bounces',
  }))
    vi.stubEnv(name, value);
  await mkdir(path.join(media, 'data'));
  resetConfig();
});
afterAll(async () => {
  await identity.close();
  vi.unstubAllEnvs();
  resetConfig();
  await rm(media, { recursive: true });
});

export async function createWorld(): Promise<void> {
  await shop.restart();
  await resetDatabase();
  await seedCourse();
  const now = new Date();
  const client = await db();
  // Remove sale prices, because orders at a sale price cannot be refunded.
  await client.product.updateMany({ data: { saleAmountPiastres: null } });
  const made = await createAccount({ form: signUpSchema.parse(account), lang: 'en', guestId: null, ip: 'x', now });
  const userId = made.ok ? made.value.userId : '';
  await client.user.updateMany({ data: { emailConfirmedAt: now } });
  const chief = await client.user.create({
    data: { role: 'admin', name: 'Chief', email: 'chief@midan.example', emailConfirmedAt: now, totpConfirmedAt: now },
    select: { id: true },
  });
  await signIn(userId, chief.id);
}

export async function signIn(learnerId: string, adminId: string): Promise<void> {
  const now = new Date();
  world.learner = await startSession({ userId: learnerId }, { userAgent: '', ip: '' }, now);
  world.learnerActor = (await findActor(world.learner.sessionId, learnerId, now))!;
  world.admin = await startSession({ userId: adminId, totpAt: now }, { userAgent: '', ip: '' }, now);
}

export interface CallInput {
  params?: Readonly<Record<string, string>>;
  query?: string;
  body?: unknown;
  headers?: Record<string, string>;
  token?: string | null;
}

export type Example = CallInput | (() => Promise<CallInput>);

const callerOf: Partial<Record<CallAccess, 'learner' | 'admin'>> = {
  learner: 'learner',
  sameUserOrAdmin: 'learner',
  purchased: 'learner',
  sameUser: 'learner',
  admin: 'admin',
  adminStepUp: 'admin',
  content: 'admin',
  articles: 'admin',
  media: 'admin',
};

export async function sendCall(call: string, sent: CallInput = {}): Promise<Response> {
  const [method = '', route = ''] = call.split(' ');
  const handler = (await loadRouteFile(route))[method as Method]!;
  const caller = callerOf[accessOf(handler.options)];
  const session = caller ? world[caller] : null;
  const token = sent.token === undefined ? session?.accessToken : sent.token;
  const given: Record<string, string> = {
    userId: world.learner.userId,
    courseName,
    slug: courseName,
    key: 'course-nextjs',
    ...sent.params,
  };
  const params = Object.fromEntries(
    [...route.matchAll(/\[(?:\.\.\.)?(\w+)\]/g)].map(([, name = '']) => [name, given[name] ?? 'none']),
  );
  const headers = {
    'content-type': 'application/json',
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...sent.headers,
  };
  const body =
    sent.body === undefined ? {} : { body: typeof sent.body === 'string' ? sent.body : JSON.stringify(sent.body) };
  const path = route.replaceAll(/\[(?:\.\.\.)?(\w+)\]/g, (_, name: string) => encodeURIComponent(params[name]!));
  return handler(new Request(`${config().siteUrl}${path}${sent.query ?? ''}`, { method, headers, ...body }), {
    params: Promise.resolve(params),
  });
}

export const readJson = async (answer: Promise<Response>) => (await (await answer).json()) as Record<string, string>;

export async function completeCourse(): Promise<void> {
  await enrol();
  const lessons = await (await db()).lesson.findMany({ select: { file: true } });
  for (const { file } of lessons)
    await saveProgress({
      userId: world.learner.userId,
      courseSlug: courseName,
      lesson: file,
      durationSeconds: 30,
      played: true,
      watched: [[0, 30]],
      now: new Date(),
    });
}

export async function enrol(): Promise<void> {
  await transaction((tx) =>
    grantEnrolment(tx, {
      userId: world.learner.userId,
      courseSlug: courseName,
      orderId: null,
      source: 'purchase',
      now: new Date(),
    }),
  );
}
