import { readStoredJson, removeStored, writeStored } from '../../_storage/browser-storage';
import { maxReportedRanges, mergeRanges, readStoredRanges, type Range } from '@/lib/courses/progress/watched-ranges';

export interface Report { positionSeconds?: number; /** When the position was reached, by this device's clock. */ atMs?: number; watched: Range[]; played?: boolean }
export type Reports = Record<string, Report>;
type Outcome = 'sent' | 'refused' | 'later';

const join = (older: Report | undefined, newer: Report): Report => ({
  ...older, ...newer, watched: mergeRanges(readStoredRanges(older?.watched), newer.watched), ...(older?.played ? { played: true } : {}),
});

/** As many reports as the server takes it in; the place goes with the last, so that it is stored only when everything is. */
export function inParts({ watched, ...place }: Report): Report[] {
  const parts: Report[] = [];
  for (let from = 0; from + maxReportedRanges < watched.length; from += maxReportedRanges) parts.push({ watched: watched.slice(from, from + maxReportedRanges) });
  return [...parts, { ...place, watched: watched.slice(parts.length * maxReportedRanges) }];
}

/** Progress not yet reported, stored in the browser until the server has it. */
export class ProgressQueue {
  constructor(private readonly key: string) {}

  read(): Reports {
    return (readStoredJson(this.key) ?? {}) as Reports;
  }

  private write(reports: Reports): void {
    if (Object.keys(reports).length === 0) removeStored(this.key);
    else writeStored(this.key, JSON.stringify(reports));
  }

  add(lesson: string, report: Report): void {
    const all = this.read();
    this.write({ ...all, [lesson]: join(all[lesson], report) });
  }

  /**
   * Sends everything. A report stays stored until the server has answered it, so a page that is closed meanwhile loses nothing; what was
   * added to it meanwhile is sent with it again, which changes nothing there.
   */
  async flush(send: (lesson: string, report: Report) => Promise<Outcome>): Promise<void> {
    for (const [lesson, report] of Object.entries(this.read())) {
      const outcome = await sendAll(inParts(report), (part) => send(lesson, part)).catch(() => 'later' as const);
      const { [lesson]: now, ...others } = this.read();
      if (outcome !== 'later' && JSON.stringify(now) === JSON.stringify(report)) this.write(others);
    }
  }
}

async function sendAll(parts: readonly Report[], send: (part: Report) => Promise<Outcome>): Promise<Outcome> {
  for (const part of parts) {
    const outcome = await send(part);
    if (outcome !== 'sent') return outcome;
  }
  return 'sent';
}
