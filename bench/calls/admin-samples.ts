import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { generateSync } from 'otplib';
import { inEachLanguage } from '@/lib/language';
import { createSmallGif } from '../../tests/support/content/picture-files';
import { requestJson, sendRequest } from '../http';
import { signInAsGuest, signUp } from '../users';
import { createOrder, requestRefund, watchAll } from './learner-samples';
import { course, lesson, type Sample, type Samples, type Scene } from './sample';

const text = {
  title: 'A title',
  description: 'A description of twenty letters',
  category: 'News',
  html: `<p>${'A sentence of an article. '.repeat(100)}</p>`,
};
const buildArticle = (id: string) => ({
  id,
  category: 'news',
  imageUrl: null,
  publishedAt: '2026-01-01T00:00:00Z',
  published: true,
  texts: { en: text },
});
const captions = { name: 'x.vtt', text: 'WEBVTT\n\n00:00.000 --> 00:01.000\nx\n' };
const reason = { reason: 'A reason' };
const ordered = 'course-mobile';

export async function readJson<Value>({ world, admin }: Scene, path: string): Promise<Value> {
  return JSON.parse((await sendRequest(world.port, path, { headers: admin.headers })).body.toString()) as Value;
}

async function createArticle({ world, admin }: Scene): Promise<string> {
  const id = `bench-${randomUUID()}`;
  await requestJson(world.port, '/api/admin/articles', buildArticle(id), admin.headers);
  return id;
}

async function createLearnerWithTotp({ world }: Scene): Promise<string> {
  const { userId, headers } = await signUp(world);
  const { secret } = await requestJson<{ secret: string }>(world.port, '/auth/totp/enrol', {}, headers);
  await requestJson(world.port, '/auth/totp/confirm', { code: generateSync({ secret }) }, headers);
  return userId;
}

const buildCourse = () => ({
  title: { ar: 'قياس', en: 'Bench', de: 'Messung' },
  slug: `bench-${randomUUID().slice(0, 8)}`,
  level: 'beginner',
  spokenLanguage: 'ar',
  amount: 10_000,
});

async function createCourse({ world, admin }: Scene): Promise<string> {
  const made = buildCourse();
  await requestJson(world.port, '/api/admin/courses', made, admin.headers);
  return made.slug;
}

export const bundleKey = 'track-nextjs-and-mobile';
const bundleTerms = {
  name: inEachLanguage(() => 'A bundle'),
  description: inEachLanguage(() => 'Two courses'),
  courses: ['nextjs-from-zero', 'mobile-apps-with-react-native'],
  amount: 29_000,
  saleAmount: null,
  refundableOnSale: false,
  active: true,
};
const buildBundle = () => ({ key: `bench-${randomUUID().slice(0, 8)}`, ...bundleTerms });

async function createBundle({ world, admin }: Scene): Promise<string> {
  const made = buildBundle();
  await requestJson(world.port, '/api/admin/bundles', made, admin.headers);
  return made.key;
}

const createEnquiry = async ({ world }: Scene): Promise<string> =>
  (
    await requestJson<{ id: string }>(world.port, '/api/contact', {
      fullName: 'Mona Adel',
      email: 'mona@midan.example',
      phoneNumber: '01001234567',
      message: 'Hello there',
    })
  ).id;

const quiz = {
  purpose: 'lesson',
  lesson: `${course}/${lesson}`,
  published: false,
  title: inEachLanguage(() => 'A quiz'),
  passPercent: 60,
  maxAttempts: null,
  timeLimitMinutes: null,
  shuffle: true,
  neededForCertificate: false,
  questions: [{ kind: 'true_false', id: 'only', text: inEachLanguage(() => 'True?'), right: true }],
};
async function createQuiz({ world, admin }: Scene): Promise<string> {
  return (
    await requestJson<{ id: string }>(
      world.port,
      '/api/admin/quizzes',
      { id: `bench-${randomUUID()}`, ...quiz },
      admin.headers,
    )
  ).id;
}
const couponTerms = {
  percent: 10,
  amount: null,
  startsAt: null,
  endsAt: null,
  maxUses: null,
  maxUsesPerLearner: null,
  withSale: false,
  refundable: false,
  courses: [],
};
const buildCoupon = () => ({ code: `BENCH-${randomUUID().slice(0, 8)}`, ...couponTerms });

export async function createCoupon({ world, admin }: Scene): Promise<string> {
  return (await requestJson<{ id: string }>(world.port, '/api/admin/coupons', buildCoupon(), admin.headers)).id;
}

const buildUpload = () => ({ sizeBytes: 10, fingerprint: randomUUID(), name: inEachLanguage(() => 'A lesson') });

async function uploadId({ world, admin }: Scene): Promise<string> {
  return (
    await requestJson<{ uploadId: string }>(
      world.port,
      `/api/admin/courses/${course}/uploads`,
      buildUpload(),
      admin.headers,
    )
  ).uploadId;
}

async function createFailedUpload(scene: Scene): Promise<string> {
  const { world, admin } = scene;
  const id = await uploadId(scene);
  const headers = {
    'content-type': 'application/partial-upload',
    'upload-offset': '0',
    'content-length': '10',
    ...admin.headers,
  };
  await sendRequest(world.port, `/api/admin/uploads/${id}`, { method: 'PATCH', body: '0123456789', headers });
  while ((await readJson<{ status: string }>(scene, `/api/admin/uploads/${id}`)).status !== 'failed') await sleep(250);
  return id;
}

const buildPicture = () => ({
  query: `?name=${randomUUID()}.gif`,
  headers: { 'content-type': 'application/octet-stream' },
  body: createSmallGif(randomUUID()),
});

async function createPicture({ world, admin }: Scene): Promise<string> {
  const { query, headers, body } = buildPicture();
  return (
    JSON.parse(
      (
        await sendRequest(world.port, `/api/admin/pictures${query}`, {
          method: 'POST',
          headers: { ...headers, ...admin.headers },
          body,
        })
      ).body.toString(),
    ) as { id: string }
  ).id;
}

const freeLesson = '01-welcome.mp4';
const newAttachment = {
  query: '?fileName=notes.md&ar=a&en=b&de=c',
  headers: { 'content-type': 'application/octet-stream' },
  body: '# Notes',
};

async function createAttachment({ world, admin }: Scene, of = lesson): Promise<string> {
  const { query, headers, body } = newAttachment;
  const path = `/api/admin/courses/${course}/lessons/${of}/attachments${query}`;
  return (
    JSON.parse(
      (
        await sendRequest(world.port, path, { method: 'POST', headers: { ...headers, ...admin.headers }, body })
      ).body.toString(),
    ) as { id: string }
  ).id;
}

export async function createReadyPicture(scene: Scene): Promise<string> {
  const id = await createPicture(scene);
  while ((await readJson<{ status: string }>(scene, `/api/admin/pictures/${id}`)).status !== 'ready') await sleep(250);
  return id;
}

interface CourseContent {
  readonly texts: unknown;
  readonly published: boolean;
  readonly level: string | null;
  readonly spokenLanguage: string;
  readonly chapters: unknown;
}

async function sampleUnchangedCourse(scene: Scene, part: 'texts' | 'lessons'): Promise<Sample> {
  const { texts, published, level, spokenLanguage, chapters } = await readJson<CourseContent>(
    scene,
    `/api/admin/courses/${course}`,
  );
  return { body: part === 'texts' ? { published, level, spokenLanguage, texts } : { chapters } };
}

export const adminSamples: Samples = {
  'POST /api/payment/setProducts': {
    body: [{ key: 'bench', name: 'Bench', description: 'Bench', amount: 10.5, courseName: course }],
  },
  'GET /api/admin/orders': {},
  'GET /api/admin/orders.csv': {},
  'GET /api/admin/orders.xlsx': {},
  'GET /api/admin/receipts.csv': { query: '?month=2026-11' },
  'GET /api/admin/receipts.xlsx': { query: '?month=2026-11' },
  'GET /api/admin/receipts.json': { query: '?month=2026-11' },
  'GET /api/admin/orders/[id]': async ({ orderId }) => ({ params: { id: orderId } }),
  'POST /api/admin/orders/[id]/[action]': async ({ world }) => ({
    params: { id: (await createOrder(world)).orderId, action: 'revoke' },
    body: reason,
  }),
  'POST /api/admin/refunds/[orderId]/[decision]': async ({ world }) => {
    const { person, orderId } = await createOrder(world);
    await requestRefund(world, person, orderId);
    return { params: { orderId, decision: 'refuse' }, body: reason };
  },
  'GET /api/admin/products/[key]': { params: { key: ordered } },
  'PUT /api/admin/products/[key]': { params: { key: ordered }, body: { amount: 100000 } },
  'GET /api/admin/bundles': {},
  'POST /api/admin/bundles': () => Promise.resolve({ body: buildBundle() }),
  'GET /api/admin/bundles/[key]': { params: { key: bundleKey } },
  'PUT /api/admin/bundles/[key]': { params: { key: bundleKey }, body: bundleTerms },
  'DELETE /api/admin/bundles/[key]': async (scene) => ({ params: { key: await createBundle(scene) } }),
  'GET /api/admin/coupons': {},
  'POST /api/admin/coupons': () => Promise.resolve({ body: buildCoupon() }),
  'GET /api/admin/coupons/[id]': async (scene) => ({ params: { id: await createCoupon(scene) } }),
  'PUT /api/admin/coupons/[id]': async (scene) => ({ params: { id: await createCoupon(scene) }, body: couponTerms }),
  'DELETE /api/admin/coupons/[id]': async (scene) => ({ params: { id: await createCoupon(scene) } }),
  'POST /api/admin/coupons/[id]/end': async (scene) => ({ params: { id: await createCoupon(scene) } }),
  'GET /api/admin/users': {},
  'GET /api/admin/users/[id]': async ({ learner }) => ({ params: { id: learner.userId } }),
  'PUT /api/admin/users/[id]/role': async ({ learner }) => ({
    params: { id: learner.userId },
    body: { role: 'learner' },
  }),
  'POST /api/admin/users/[id]/reset-second-factor': async (scene) => ({
    params: { id: await createLearnerWithTotp(scene) },
    body: reason,
  }),
  'DELETE /api/admin/users/[id]/sessions': async ({ world }) => ({
    params: { id: (await signInAsGuest(world)).userId },
  }),
  'DELETE /api/admin/users/[id]/sessions/[sessionId]': async ({ world }) => {
    const { userId, sessionId } = await signInAsGuest(world);
    return { params: { id: userId, sessionId } };
  },
  'GET /api/admin/ratings': {},
  'PUT /api/admin/ratings/[id]': async (scene) => {
    const { person } = await createOrder(scene.world);
    await watchAll(scene.world, person);
    await requestJson(
      scene.world.port,
      `/api/user/${person.userId}/rating/${course}`,
      { stars: 4, text: 'Clear and short' },
      person.headers,
    );
    const [{ id, changedAt } = { id: '', changedAt: '' }] = await readJson<Array<{ id: string; changedAt: string }>>(
      scene,
      '/api/admin/ratings',
    );
    return { params: { id }, body: { status: 'published', answer: 'Thank you', changedAt } };
  },
  'GET /api/admin/enquiries': {},
  'PUT /api/admin/enquiries/[id]': async (scene) => ({
    params: { id: await createEnquiry(scene) },
    body: { handled: true },
  }),
  'DELETE /api/admin/enquiries/[id]': async (scene) => ({ params: { id: await createEnquiry(scene) } }),
  'POST /api/admin/bulk/ratings': { body: { action: 'hidden', rows: { none: '' } } },
  'POST /api/admin/bulk/enquiries': { body: { action: 'handled', rows: { none: '' } } },
  'POST /api/admin/bulk/articles': async (scene) => {
    const id = await createArticle(scene);
    const { updatedAt } = await readJson<{ updatedAt: string }>(scene, `/api/admin/articles/${id}`);
    return { body: { action: 'hide', rows: { [id]: updatedAt } } };
  },
  'POST /api/admin/bulk/coupons': async (scene) => ({
    body: { action: 'end', rows: { [await createCoupon(scene)]: '' } },
  }),
  'POST /api/admin/bulk/pictures': async (scene) => ({
    body: { action: 'remove', rows: { [await createReadyPicture(scene)]: '' } },
  }),
  'GET /api/admin/audit': {},
  'POST /api/admin/articles': async () => ({ body: buildArticle(`bench-${randomUUID()}`) }),
  'GET /api/admin/articles/[id]': { params: { id: 'fast-website-in-egypt' } },
  'PUT /api/admin/articles/[id]': async (scene) => {
    const id = await createArticle(scene);
    return { params: { id }, body: buildArticle(id) };
  },
  'DELETE /api/admin/articles/[id]': async (scene) => ({ params: { id: await createArticle(scene) } }),
  'GET /api/admin/articles/[id]/draft': { params: { id: 'fast-website-in-egypt' } },
  'PUT /api/admin/articles/[id]/draft': async () => ({
    params: { id: randomUUID() },
    body: { number: 0, updatedAt: null, values: buildArticle('a-draft') },
  }),
  'POST /api/admin/articles/[id]/draft': async () => {
    const { publishedAt: _at, ...typed } = buildArticle('a-draft');
    return {
      params: { id: randomUUID() },
      body: {
        ...typed,
        action: 'save',
        number: '0',
        updatedAt: '',
        published: 'on',
        imageUrl: '',
        publishedAt: '2026-11-21T10:00',
      },
    };
  },
  'DELETE /api/admin/articles/[id]/draft': async ({ world, admin }) => {
    const id = randomUUID();
    const body = JSON.stringify({ number: 0, updatedAt: null, values: buildArticle('a-draft') });
    await sendRequest(world.port, `/api/admin/articles/${id}/draft`, {
      method: 'PUT',
      body,
      headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), ...admin.headers },
    });
    return { params: { id }, query: '?number=1' };
  },
  'POST /api/admin/articles/[id]/preview': { params: { id: 'fast-website-in-egypt' }, body: { lang: 'en' } },
  'POST /api/admin/courses': () => Promise.resolve({ body: buildCourse() }),
  'DELETE /api/admin/courses/[slug]': async (scene) => ({ params: { slug: await createCourse(scene) } }),
  'GET /api/admin/courses/[slug]': {},
  'PUT /api/admin/courses/[slug]': (scene) => sampleUnchangedCourse(scene, 'texts'),
  'POST /api/admin/quizzes': () => Promise.resolve({ body: { id: `bench-${randomUUID()}`, ...quiz } }),
  'GET /api/admin/quizzes/[id]': { params: { id: 'nextjs-start' } },
  'PUT /api/admin/quizzes/[id]': { params: { id: 'level-web' }, body: quiz },
  'DELETE /api/admin/quizzes/[id]': async (scene) => ({ params: { id: await createQuiz(scene) } }),
  'PUT /api/admin/courses/[slug]/lessons': (scene) => sampleUnchangedCourse(scene, 'lessons'),
  'PUT /api/admin/courses/[slug]/lessons/[file]/captions': { params: { file: lesson }, body: { en: captions } },
  'GET /assets/pictures/[id]/[file]': async (scene) => ({
    as: null,
    params: { id: await createReadyPicture(scene), file: '1.webp' },
  }),
  'GET /api/admin/pictures': {},
  'POST /api/admin/pictures': async () => buildPicture(),
  'GET /api/admin/pictures/[id]': async (scene) => ({ params: { id: await createReadyPicture(scene) } }),
  'POST /api/admin/pictures/[id]': async (scene) => ({
    params: { id: await createPicture(scene) },
    body: { alt: inEachLanguage(() => 'A drawing'), focusX: 50, focusY: 50 },
  }),
  'POST /api/admin/pictures/[id]/remove': async (scene) => ({ params: { id: await createPicture(scene) } }),
  'GET /api/admin/courses/[slug]/attachments': {},
  'POST /api/admin/courses/[slug]/lessons/[file]/attachments': { params: { file: lesson }, ...newAttachment },
  'PUT /api/admin/attachments/[id]': async (scene) => ({
    params: { id: await createAttachment(scene) },
    body: { name: inEachLanguage(() => 'Notes') },
  }),
  'DELETE /api/admin/attachments/[id]': async (scene) => ({ params: { id: await createAttachment(scene) } }),
  'GET /api/lesson-attachments/[courseName]/[lesson]': {},
  'GET /api/user/[userId]/attachments/[id]': async (scene) => ({ params: { id: await createAttachment(scene) } }),
  'GET /api/preview/[courseName]/[lesson]/attachments': { params: { lesson: freeLesson } },
  'GET /api/preview/[courseName]/[lesson]/attachments/[id]': async (scene) => ({
    params: { lesson: freeLesson, id: await createAttachment(scene, freeLesson) },
  }),
  'GET /api/admin/courses/[slug]/uploads': {},
  'POST /api/admin/courses/[slug]/uploads': async () => ({ body: buildUpload() }),
  'GET /api/admin/uploads/[id]': async (scene) => ({ params: { id: await uploadId(scene) } }),
  'PATCH /api/admin/uploads/[id]': async (scene) => ({
    params: { id: await uploadId(scene) },
    headers: { 'content-type': 'application/partial-upload', 'upload-offset': '0', 'content-length': '5' },
    body: '01234',
  }),
  'DELETE /api/admin/uploads/[id]': async (scene) => ({ params: { id: await uploadId(scene) } }),
  'POST /api/admin/uploads/[id]/retry': async (scene) => ({ params: { id: await createFailedUpload(scene) } }),
};
