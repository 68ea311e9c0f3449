import { readStoredJson, removeStored, writeStored } from '../../_storage/browser-storage';
import { mergeRanges, type Range } from '@/lib/courses/progress/watched-ranges';

export interface Report { positionSeconds?: number; /** When the position was reached, by this device's clock. */ atMs?: number; watched: Range[]; played?: boolean }
export type Reports = Record<string, Report>;

const join = (older: Report | undefined, newer: Report): Report => ({
  ...older, ...newer, watched: mergeRanges(older?.watched ?? [], newer.watched), ...(older?.played ? { played: true } : {}),
});

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
  async flush(send: (lesson: string, report: Report) => Promise<'sent' | 'refused' | 'later'>): Promise<void> {
    for (const [lesson, report] of Object.entries(this.read())) {
      const outcome = await send(lesson, report).catch(() => 'later' as const);
      const { [lesson]: now, ...others } = this.read();
      if (outcome !== 'later' && JSON.stringify(now) === JSON.stringify(report)) this.write(others);
    }
  }
}
