import { enrol, jsonOf, lesson, send, type Example, type Sent } from './call-world';

export const enrolled = (sent: Sent = {}) => async (): Promise<Sent> => {
  await enrol();
  return sent;
};

const newNote = { positionSeconds: 12, text: 'Middleware runs first' };
const writtenNote = async (sent: Sent = {}): Promise<Sent> => {
  await enrol();
  const { id = '' } = await jsonOf(send('POST /api/user/[userId]/lesson-notes/[courseName]/[lesson]', { params: { lesson }, body: newNote }));
  return { ...sent, params: { noteId: id, ...sent.params } };
};

/** What learners write beside their lessons. */
export const learningExamples: Record<string, Example> = {
  'GET /api/user/[userId]/notes': () => writtenNote({ query: '?q=middleware' }),
  'GET /api/user/[userId]/notes.md': () => writtenNote(),
  'POST /api/user/[userId]/notes/[noteId]': () => writtenNote({ body: { text: 'Another text' } }),
  'POST /api/user/[userId]/notes/[noteId]/remove': () => writtenNote(),
  'GET /api/user/[userId]/lesson-notes/[courseName]/[lesson]': () => writtenNote({ params: { lesson } }),
  'POST /api/user/[userId]/lesson-notes/[courseName]/[lesson]': enrolled({ params: { lesson }, body: newNote }),
};
