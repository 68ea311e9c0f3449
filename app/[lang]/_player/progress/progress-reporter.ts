import { storedKeys } from '../../_storage/browser-storage';
import { callJson } from '../../_session/json-call';
import { ProgressQueue, type Report } from './progress-queue';

interface Place { userId: string; courseSlug: string }

const prefixOf = (userId: string) => `progress:${userId}:`;

/** The courses of which a user's progress is queued in this browser. */
export const queuedCourses = (userId: string): string[] =>
  storedKeys().filter((key) => key.startsWith(prefixOf(userId))).map((key) => key.slice(prefixOf(userId).length));

/** How long ago the position was reached is a time of this device's clock alone, however wrong that is. */
export const bodyOf = (lesson: string, { atMs, ...report }: Report) =>
  ({ lesson, ...report, ...(atMs === undefined ? {} : { secondsAgo: Math.max(0, Math.round((Date.now() - atMs) / 1000)) }) });

/**
 * Sends what is queued of a course; the server leaves a newer place of another device as it is.
 * @param onRefused is called when the server refuses a report, with whether the course is no longer open to this learner
 */
export function progressReporter({ userId, courseSlug }: Place, onRefused?: (isCourseOver: boolean) => void) {
  const url = `/api/user/${encodeURIComponent(userId)}/progress/${encodeURIComponent(courseSlug)}`;
  const queue = new ProgressQueue(`${prefixOf(userId)}${courseSlug}`);

  const send = async (lesson: string, body: Report) => {
    const outcome = await callJson({ method: 'PUT', url, body: bodyOf(lesson, body), keepalive: true });
    if (outcome.ok) return 'sent' as const;
    const { status, key } = outcome;
    if (status === 403) onRefused?.(key === 'not-purchased');
    return status === 403 || status === 404 || status === 422 ? 'refused' as const : 'later' as const;
  };
  const report = () => queue.flush(send);
  return { url, queue, report };
}
