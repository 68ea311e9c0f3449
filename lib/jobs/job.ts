/** Work that comes back: once a period, in one process at a time, however many processes there are. */
export interface Job {
  name: string;
  everySeconds: number;
  /** A cheap question before the lease is taken; without it the job runs every period. */
  isDue?: (now: Date) => Promise<boolean>;
  run: (now: Date, stopping: AbortSignal) => Promise<void>;
}
