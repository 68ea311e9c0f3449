import type { Server } from 'node:http';
import type { FrontLog } from '@/lib/http/app';
import type { ExpressLane } from '@/lib/http/pages/express-lane';
import type { StopTask } from '@/lib/http/front';

const LAST_REQUESTS_MS = 500;
const IN_FLIGHT_MS = 20_000;
const TASKS_MS = 8_000;
const LOOK_EVERY_MS = 25;

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Ends the service without cutting anybody off: R18. */
export class Stopper {
  readonly #tasks: StopTask[] = [];
  #inFlight = 0;
  #stopping: Promise<void> | null = null;

  constructor(private readonly log: FrontLog) {}

  get isStopping(): boolean {
    return this.#stopping !== null;
  }

  onStop(task: StopTask): void {
    this.#tasks.push(task);
  }

  began(): void {
    this.#inFlight += 1;
  }

  ended(): void {
    this.#inFlight -= 1;
  }

  /** Called again while it runs, it is the same stop. */
  stop(lane: ExpressLane, http: Server): Promise<void> {
    this.#stopping ??= this.#run(lane, http);
    return this.#stopping;
  }

  async #run(lane: ExpressLane, http: Server): Promise<void> {
    this.log.info({ inFlight: this.#inFlight }, 'Stopping');
    lane.server.close();
    const deadline = Date.now() + IN_FLIGHT_MS;
    // Connections that are idle now may have a request on its way; it is answered, and told that it was the last.
    await pause(LAST_REQUESTS_MS);
    lane.closeWaiting();
    while (this.#inFlight > 0 && Date.now() < deadline) {
      http.closeIdleConnections();
      await pause(LOOK_EVERY_MS);
    }
    http.closeAllConnections();
    for (const task of this.#tasks.reverse()) await this.#runTask(task);
    this.log.info({}, 'Stopped');
  }

  async #runTask(task: StopTask): Promise<void> {
    try {
      const late = pause(TASKS_MS).then(() => this.log.warn({}, 'A task at stop took too long'));
      await Promise.race([Promise.resolve(task()), late]);
    } catch (error) {
      this.log.error({ err: error }, 'A task at stop failed');
    }
  }
}
