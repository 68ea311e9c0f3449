import type { Server } from 'node:http';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { FastifyInstance } from 'fastify';
import { log } from '@/lib/log';
import { lifecycle, type StopTask } from '@/lib/process/shared-state';

/** Gives a load balancer time to notice `/readyz` before requests stop. */
const notReadyMs = 2_000;
const inFlightMs = 20_000;
const taskMs = 8_000;
const quietTurnMs = 2;
const maxTurnsMs = 1_000;

/** Finishes every accepted request that takes less than `inFlightMs` (R18). */
export async function shutDown(app: FastifyInstance, otherServers: readonly Server[] = []): Promise<void> {
  log.info({}, 'Stopping');
  lifecycle.stopping = true;
  await sleep(notReadyMs);
  const servers = [app.server, ...otherServers];
  await acceptWaitingConnections(servers);
  const closed = Promise.all([app.close(), ...otherServers.map((server) => promisify(server.close.bind(server))())]);
  const tooLong = setTimeout(() => servers.forEach((server) => server.closeAllConnections()), inFlightMs);
  await closed.finally(() => clearTimeout(tooLong));
  for (const task of lifecycle.stopTasks.toReversed()) await runStopTask(task);
  log.info({}, 'Stopped');
}

async function runStopTask(task: StopTask): Promise<void> {
  try {
    await Promise.race([
      task(),
      sleep(taskMs, undefined, { ref: false }).then(() =>
        log.warn({}, 'A shutdown task timed out; stopping without it'),
      ),
    ]);
  } catch (error) {
    log.error({ err: error }, 'A shutdown task failed; stopping anyway');
  }
}

/** Waits briefly for new connections to stop: on close, the kernel resets any that are not accepted yet. */
async function acceptWaitingConnections(servers: readonly Server[]): Promise<void> {
  let hasAccepted = false;
  const onConnection = () => (hasAccepted = true);
  servers.forEach((server) => server.on('connection', onConnection));
  const endAtMs = performance.now() + maxTurnsMs;
  for (let startedAtMs = performance.now(); startedAtMs < endAtMs; startedAtMs = performance.now()) {
    hasAccepted = false;
    await nextTurn();
    if (!hasAccepted && performance.now() - startedAtMs < quietTurnMs) break;
  }
  servers.forEach((server) => server.off('connection', onConnection));
}

export const stopSignals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** Ignores a second signal, because under npm one Ctrl-C arrives twice. */
export function stopOnSignals(stop: () => void, signals: NodeJS.EventEmitter = process): void {
  let isStopping = false;
  for (const signal of stopSignals) {
    signals.on(signal, () => {
      if (isStopping) return log.info({ signal }, 'Already stopping; use kill -9 to stop at once');
      isStopping = true;
      stop();
    });
  }
}
