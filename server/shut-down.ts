import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { lifecycle, type StopTask } from '@/lib/process/lifecycle';
import { log } from '@/lib/log';

/** `/readyz` says 503 so long while requests are still answered, so that a balancer sends people elsewhere. */
const notReadyMs = 2_000;
const inFlightMs = 20_000;
const taskMs = 8_000;
const quietTurnMs = 2;
const maxTurnsMs = 1_000;

/**
 * Ends the service without cutting off any accepted request (R18).
 *
 * @param others servers beside Fastify's own that answer with its routes
 */
export async function shutDown(app: FastifyInstance, others: readonly Server[] = []): Promise<void> {
  log.info({}, 'Stopping');
  lifecycle.stopping = true;
  await sleep(notReadyMs);
  const servers = [app.server, ...others];
  await acceptWaiting(servers);
  const closed = Promise.all([app.close(), ...others.map((server) => promisify(server.close.bind(server))())]);
  const tooLong = setTimeout(() => servers.forEach((server) => server.closeAllConnections()), inFlightMs);
  await closed.finally(() => clearTimeout(tooLong));
  for (const task of lifecycle.stopTasks.toReversed()) await run(task);
  log.info({}, 'Stopped');
}

async function run(task: StopTask): Promise<void> {
  try {
    await Promise.race([task(), sleep(taskMs, undefined, { ref: false }).then(() => log.warn({}, 'A task at stop took too long'))]);
  } catch (error) {
    log.error({ err: error }, 'A task at stop failed');
  }
}

/**
 * The system resets connections that wait to be accepted when the socket closes. So it closes after a short turn of the
 * event loop in which none was accepted; under a load without such turns, after a second.
 */
async function acceptWaiting(servers: readonly Server[]): Promise<void> {
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
