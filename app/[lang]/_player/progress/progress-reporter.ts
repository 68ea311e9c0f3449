import { sessionFetch } from '../../_session/session-fetch';
import { ProgressQueue, type Report } from './progress-queue';

interface Place { userId: string; courseSlug: string }

const prefixOf = (userId: string) => `progress:${userId}:`;

/** The courses of which a user's progress is queued in this browser. */
export const queuedCourses = (store: Storage, userId: string): string[] =>
  Object.keys(store).filter((key) => key.startsWith(prefixOf(userId))).map((key) => key.slice(prefixOf(userId).length));

export const bodyOf = (lesson: string, { atMs: _when, ...report }: Report) => JSON.stringify({ lesson, ...report });

/**
 * Sends what is queued of a course. What an earlier page left is first compared with what the server knows.
 * @param onRefused is given the answer of a report that the server refuses
 */
export function progressReporter({ userId, courseSlug }: Place, onRefused: (answer: Response) => Promise<void> = () => Promise.resolve()) {
  const url = `/api/user/${encodeURIComponent(userId)}/progress/${encodeURIComponent(courseSlug)}`;
  const queue = new ProgressQueue(localStorage, `${prefixOf(userId)}${courseSlug}`);
  let hasLeftOvers = Object.keys(queue.read()).length > 0;

  const send = async (lesson: string, body: Report) => {
    const init = { method: 'PUT', headers: { 'content-type': 'application/json' }, body: bodyOf(lesson, body), keepalive: true };
    const answer = await sessionFetch(url, init);
    const { ok, status } = answer;
    if (status === 403) await onRefused(answer);
    return ok ? 'sent' as const : status === 403 || status === 404 || status === 422 ? 'refused' as const : 'later' as const;
  };
  const askKnown = async () => {
    const answer = await sessionFetch(url);
    if (answer.ok) queue.dropOlderPositions(((await answer.json()) as { lessons: Record<string, { updatedAt: string }> }).lessons);
    hasLeftOvers = !answer.ok && answer.status !== 403;
  };
  const report = async () => {
    if (hasLeftOvers) await askKnown();
    if (!hasLeftOvers) await queue.flush(send);
  };
  return { url, queue, report };
}
