import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { requestJson } from '../http';
import type { BenchUser } from '../users';
import type { World } from '../world';
import { createOrder } from './learner-samples';
import { course, lesson, type Sample, type Samples, type Scene } from './sample';

const newNote = { positionSeconds: 12, text: 'Middleware runs first' };
const written = { text: 'Why are there two folders?' };

async function writeNote(world: World, body: object): Promise<Sample> {
  const { person } = await createOrder(world);
  const { id } = await requestJson<{ id: string }>(
    world.port,
    `/api/user/${person.userId}/lesson-notes/${course}/${lesson}`,
    newNote,
    person.headers,
  );
  return { as: person, params: { noteId: id }, body };
}

async function postQuestion({ world }: Scene): Promise<{ person: BenchUser; id: string }> {
  const { person } = await createOrder(world);
  return {
    person,
    id: (
      await requestJson<{ id: string }>(
        world.port,
        `/api/lesson-questions/${course}/${lesson}`,
        written,
        person.headers,
      )
    ).id,
  };
}

async function postAnswer(scene: Scene): Promise<{ person: BenchUser; questionId: string; answerId: string }> {
  const { person, id } = await postQuestion(scene);
  return {
    person,
    questionId: id,
    answerId: (
      await requestJson<{ id: string }>(scene.world.port, `/api/questions/${id}/answers`, written, person.headers)
    ).id,
  };
}

export async function createMailToken(scene: Scene): Promise<string> {
  const { person, id } = await postQuestion(scene);
  const nonce = randomBytes(12);
  const cipher = createCipheriv(
    'aes-256-gcm',
    Buffer.from(hkdfSync('sha256', scene.world.env.AUTH_SECRET ?? '', '', 'question-mails', 32)),
    nonce,
  );
  const sealed = Buffer.concat([
    cipher.update(JSON.stringify({ userId: person.userId, questionId: id }), 'utf8'),
    cipher.final(),
  ]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
}

const sampleForQuestion =
  (body?: object) =>
  async (scene: Scene): Promise<Sample> => {
    const { person, id } = await postQuestion(scene);
    return { as: person, params: { id }, body };
  };

const sampleForAnswer =
  (body: object) =>
  async (scene: Scene): Promise<Sample> => {
    const { person, answerId } = await postAnswer(scene);
    return { as: person, params: { id: answerId }, body };
  };

export const learningSamples: Samples = {
  'GET /api/user/[userId]/notes': {},
  'GET /api/user/[userId]/notes.md': {},
  'POST /api/user/[userId]/notes/[noteId]': ({ world }) => writeNote(world, { text: 'Another text' }),
  'POST /api/user/[userId]/notes/[noteId]/remove': ({ world }) => writeNote(world, {}),
  'GET /api/user/[userId]/lesson-notes/[courseName]/[lesson]': {},
  'POST /api/user/[userId]/lesson-notes/[courseName]/[lesson]': { body: newNote },
  'GET /api/lesson-questions/[courseName]/[lesson]': {},
  'POST /api/lesson-questions/[courseName]/[lesson]': async ({ world }) => ({
    as: (await createOrder(world)).person,
    body: written,
  }),
  'GET /api/questions/[id]': sampleForQuestion(),
  'POST /api/questions/[id]/answers': sampleForQuestion(written),
  'POST /api/questions/[id]/accept': async (scene) => {
    const { person, questionId, answerId } = await postAnswer(scene);
    return { as: person, params: { id: questionId }, body: { answerId } };
  },
  'POST /api/questions/[id]/change': sampleForQuestion(written),
  'POST /api/questions/[id]/remove': sampleForQuestion({}),
  'POST /api/answers/[id]/change': sampleForAnswer(written),
  'POST /api/answers/[id]/remove': sampleForAnswer({}),
  'POST /api/question-mails': async (scene) => ({
    as: null,
    body: { token: await createMailToken(scene), scope: 'all' },
  }),
  'GET /api/question-mails/stop': { query: '?token=none' },
  'POST /api/question-mails/stop': async (scene) => ({
    as: null,
    query: `?token=${await createMailToken(scene)}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  }),
  'POST /api/user/[userId]/profile/question-mails': { body: { questionMails: 'on' } },
  'GET /api/admin/questions': {},
  'PUT /api/admin/questions/[kind]/[id]': async (scene) => ({
    params: { kind: 'question', id: (await postQuestion(scene)).id },
    body: { hidden: true, reason: 'Spam' },
  }),
};
