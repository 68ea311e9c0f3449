/** 12:30 in Cairo. Fixed, so that printed bodies never change. */
const manualStart = Date.UTC(2026, 0, 15, 10, 30);

interface Timer {
  at: number;
  run: () => void;
}

/** Keeps its own timers, so that moving the clock runs those that are due. */
export class MockClock {
  readonly #manual: boolean;
  #time = manualStart;
  #offset = 0;
  #timers = new Map<number, Timer>();
  #lastTimer = 0;
  #alarm: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(mode: 'real' | 'manual') {
    this.#manual = mode === 'manual';
  }

  now(): number {
    return this.#manual ? this.#time : Date.now() + this.#offset;
  }

  runAt(at: number, run: () => void): () => void {
    const id = (this.#lastTimer += 1);
    this.#timers.set(id, { at, run });
    this.#arm();
    return () => this.#timers.delete(id);
  }

  advance(ms: number): void {
    if (this.#manual) this.#time += ms;
    else this.#offset += ms;
    this.#runDue();
  }

  reset(): void {
    this.#timers.clear();
    clearTimeout(this.#alarm);
    this.#time = manualStart;
    this.#offset = 0;
  }

  stop(): void {
    this.#stopped = true;
    this.reset();
  }

  #runDue(): void {
    const dueTimers = [...this.#timers]
      .filter(([, timer]) => timer.at <= this.now())
      .sort(([, a], [, b]) => a.at - b.at);
    for (const [id, timer] of dueTimers) if (this.#timers.delete(id)) timer.run();
    this.#arm();
  }

  #arm(): void {
    clearTimeout(this.#alarm);
    if (this.#stopped || this.#timers.size === 0) return;
    const next = Math.min(...[...this.#timers.values()].map((timer) => timer.at));
    if (next <= this.now()) this.#alarm = setTimeout(() => this.#runDue(), 0);
    else if (!this.#manual) this.#alarm = setTimeout(() => this.#runDue(), Math.min(next - this.now(), 2 ** 31 - 1));
  }
}

const cairo = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Africa/Cairo',
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

/** Paymob Egypt writes Cairo's local time without an offset and with microseconds. */
export function formatCairoTime(ms: number): string {
  const part = Object.fromEntries(cairo.formatToParts(ms).map(({ type, value }) => [type, value]));
  const micro = String(((ms % 1000) + 1000) % 1000)
    .padStart(3, '0')
    .padEnd(6, '0');
  return `${part.year}-${part.month}-${part.day}T${part.hour}:${part.minute}:${part.second}.${micro}`;
}

/** Cards can be voided on the day of the charge in Cairo. */
export const isSameCairoDay = (first: number, second: number): boolean =>
  formatCairoTime(first).slice(0, 10) === formatCairoTime(second).slice(0, 10);
