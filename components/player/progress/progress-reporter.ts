import { callJson } from '@/components/session/json-call';
import { readStoredJson, removeFromStorage, storedKeys, writeStorage } from '@/components/storage/browser-storage';
import { maxReportedRanges, mergeRanges, type Range, readStoredRanges } from '@/lib/courses/progress/watched-ranges';

interface CourseKey {
  userId: string;
  courseSlug: string;
}

const prefixOf = (userId: string) => `progress:${userId}:`;

export const queuedCourses = (userId: string): string[] =>
  storedKeys()
    .filter((key) => key.startsWith(prefixOf(userId)))
    .map((key) => key.slice(prefixOf(userId).length));

/** Sends the report's age instead of its time, because the device's clock may be wrong. */
export const reportBody = (lesson: string, { atMs, ...report }: ProgressReport) => ({
  lesson,
  ...report,
  ...(atMs === undefined ? {} : { secondsAgo: Math.max(0, Math.round((Date.now() - atMs) / 1000)) }),
});

/** Reports may be sent late: the server keeps a newer position from another device. */
export function createProgressReporter({ userId, courseSlug }: CourseKey, onRefused?: (isCourseOver: boolean) => void) {
  const url = `/api/user/${encodeURIComponent(userId)}/progress/${encodeURIComponent(courseSlug)}`;
  const queue = new ProgressQueue(`${prefixOf(userId)}${courseSlug}`);

  const send = async (lesson: string, body: ProgressReport) => {
    const outcome = await callJson({ method: 'PUT', url, body: reportBody(lesson, body), keepalive: true });
    if (outcome.ok) return 'sent' as const;
    const { status, key } = outcome;
    if (status === 403) onRefused?.(key === 'not-purchased');
    return status === 403 || status === 404 || status === 422 ? ('refused' as const) : ('later' as const);
  };
  const report = () => queue.flush(send);
  return { url, queue, report };
}

export interface ProgressReport {
  positionSeconds?: number;
  /** Time by this device's clock. */
  atMs?: number;
  watched: Range[];
  played?: boolean;
}
type Reports = Record<string, ProgressReport>;
type SendOutcome = 'sent' | 'refused' | 'later';

const mergeReports = (older: ProgressReport | undefined, newer: ProgressReport): ProgressReport => ({
  ...older,
  ...newer,
  watched: mergeRanges(readStoredRanges(older?.watched), newer.watched),
  ...(older?.played ? { played: true } : {}),
});

/** Splits a report into parts that the server accepts. The last one has the position, so that it is stored last. */
export function splitReport({ watched, ...place }: ProgressReport): ProgressReport[] {
  const parts: ProgressReport[] = [];
  for (let from = 0; from + maxReportedRanges < watched.length; from += maxReportedRanges)
    parts.push({ watched: watched.slice(from, from + maxReportedRanges) });
  return [...parts, { ...place, watched: watched.slice(parts.length * maxReportedRanges) }];
}

export class ProgressQueue {
  constructor(private readonly key: string) {}

  read(): Reports {
    return (readStoredJson(this.key) ?? {}) as Reports;
  }

  private write(reports: Reports): void {
    if (Object.keys(reports).length === 0) removeFromStorage(this.key);
    else writeStorage(this.key, JSON.stringify(reports));
  }

  add(lesson: string, report: ProgressReport): void {
    const all = this.read();
    this.write({ ...all, [lesson]: mergeReports(all[lesson], report) });
  }

  /** Keeps a report queued until the server has accepted or refused it. The server ignores duplicates. */
  async flush(send: (lesson: string, report: ProgressReport) => Promise<SendOutcome>): Promise<void> {
    for (const [lesson, report] of Object.entries(this.read())) {
      const outcome = await sendAll(splitReport(report), (part) => send(lesson, part)).catch(() => 'later' as const);
      const { [lesson]: now, ...others } = this.read();
      if (outcome !== 'later' && JSON.stringify(now) === JSON.stringify(report)) this.write(others);
    }
  }
}

async function sendAll(
  parts: readonly ProgressReport[],
  send: (part: ProgressReport) => Promise<SendOutcome>,
): Promise<SendOutcome> {
  for (const part of parts) {
    const outcome = await send(part);
    if (outcome !== 'sent') return outcome;
  }
  return 'sent';
}
