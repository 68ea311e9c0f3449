import { mergeRanges, type Range } from '@/lib/courses/watched-ranges';

export interface Report { positionSeconds?: number; /** When the place was that, by this device's clock. */ atMs?: number; watched: Range[]; played?: boolean }
export type Reports = Record<string, Report>;

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const join = (older: Report | undefined, newer: Report): Report => ({
  ...older, ...newer, watched: mergeRanges(older?.watched ?? [], newer.watched), ...(older?.played ? { played: true } : {}),
});

/** What was watched and is not yet told, kept in the browser until the server has it: a tunnel loses nothing. */
export class ProgressQueue {
  constructor(private readonly store: Store, private readonly key: string) {}

  read(): Reports {
    try {
      return JSON.parse(this.store.getItem(this.key) ?? '{}') as Reports;
    } catch {
      return {};
    }
  }

  private write(reports: Reports): void {
    try {
      if (Object.keys(reports).length === 0) this.store.removeItem(this.key);
      else this.store.setItem(this.key, JSON.stringify(reports));
    } catch {
      // Storage full or refused: what is in flight still arrives.
    }
  }

  add(lesson: string, report: Report): void {
    const all = this.read();
    this.write({ ...all, [lesson]: join(all[lesson], report) });
  }

  /** A place that somebody has gone on from elsewhere is no place any more; what was watched here still counts. */
  dropOlderPlaces(known: Record<string, { updatedAt: string }>): void {
    const kept = Object.entries(this.read()).map(([lesson, report]) => {
      const told = known[lesson];
      if (!told || (report.atMs ?? 0) > Date.parse(told.updatedAt)) return [lesson, report] as const;
      const { positionSeconds: _place, atMs: _when, ...rest } = report;
      return [lesson, rest] as const;
    });
    this.write(Object.fromEntries(kept));
  }

  /** Sends everything; what could not be sent goes back, under what was added meanwhile. */
  async flush(send: (lesson: string, report: Report) => Promise<'sent' | 'refused' | 'later'>): Promise<void> {
    const all = this.read();
    this.write({});
    for (const [lesson, report] of Object.entries(all)) {
      const outcome = await send(lesson, report).catch(() => 'later' as const);
      if (outcome !== 'later') continue;
      const now = this.read();
      this.write({ ...now, [lesson]: now[lesson] ? join(report, now[lesson]) : report });
    }
  }
}
