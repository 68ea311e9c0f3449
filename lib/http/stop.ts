import type { Server } from 'node:http';
import type { FrontLog } from '@/lib/http/app';
import { lifecycle, type StopTask } from '@/lib/lifecycle';

/** New connections are still answered so long, while `/readyz` says 503, so that who asks it sends people elsewhere. */
const NOT_READY_MS = 2_000;
/** A connection that was accepted and has not said anything yet has its request on its way so long. */
const LAST_REQUESTS_MS = 2_000;
const IN_FLIGHT_MS = 20_000;
const TASKS_MS = 8_000;
const LOOK_EVERY_MS = 25;

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Ends the service without cutting anybody off: R18. */
export class Stopper {
  #inFlight = 0;
  #stopping: Promise<void> | null = null;

  constructor(private readonly log: FrontLog) {}

  /** From the first moment on: not ready, and every answer is its connection's last. */
  get isStopping(): boolean {
    return this.#stopping !== null;
  }

  began(): void {
    this.#inFlight += 1;
  }

  ended(): void {
    this.#inFlight -= 1;
  }

  /** Called again while it runs, it is the same stop. */
  stop(server: Server): Promise<void> {
    lifecycle.stopping = true;
    this.#stopping ??= this.#run(server);
    return this.#stopping;
  }

  async #run(server: Server): Promise<void> {
    this.log.info({ inFlight: this.#inFlight }, 'Stopping');
    const deadline = Date.now() + IN_FLIGHT_MS;
    await pause(NOT_READY_MS);
    await allAccepted(server);
    server.close();
    // Node has let go of idle connections; what is left is being answered, or was accepted a moment ago.
    const quietAt = Date.now() + LAST_REQUESTS_MS;
    while (Date.now() < deadline && (this.#inFlight > 0 || (Date.now() < quietAt && (await connectionsOf(server)) > 0))) await pause(LOOK_EVERY_MS);
    server.closeAllConnections();
    for (const task of [...lifecycle.stopTasks].reverse()) await this.#runTask(task);
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

const connectionsOf = (server: Server) => new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)));

const QUIET_TURN_MS = 2;
const MOST_TURNS_MS = 1_000;

/**
 * The system resets connections that wait in its queue when the socket closes. So the socket closes right after a short turn
 * of the event loop that found none there; under a load without such turns, after a second.
 */
async function allAccepted(server: Server): Promise<void> {
  let accepted = false;
  const onConnection = () => (accepted = true);
  server.on('connection', onConnection);
  const until = performance.now() + MOST_TURNS_MS;
  for (let turnAt = performance.now(); turnAt < until; turnAt = performance.now()) {
    accepted = false;
    await new Promise((resolve) => setImmediate(resolve));
    if (!accepted && performance.now() - turnAt < QUIET_TURN_MS) break;
  }
  server.off('connection', onConnection);
}
