import type { Range } from '@/lib/courses/progress/watched-ranges';

/** The ranges that were really played; jumps do not count. */
export class WatchTracker {
  private ranges: Range[] = [];
  private lastSeconds: number | null = null;

  tick(seconds: number, isRunning: boolean, speed: number): void {
    const last = this.lastSeconds;
    this.lastSeconds = isRunning ? seconds : null;
    if (!isRunning || last === null) return;
    const step = seconds - last;
    if (step <= 0 || step > 1.5 * Math.max(1, speed)) return;
    const open = this.ranges.at(-1);
    if (open && Math.abs(open[1] - last) < 0.01) open[1] = seconds;
    else this.ranges.push([last, seconds]);
  }

  /** After a jump the next tick begins a new range. */
  jump(): void {
    this.lastSeconds = null;
  }

  take(): Range[] {
    const taken = this.ranges;
    this.ranges = [];
    return taken;
  }
}
