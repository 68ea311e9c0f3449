import type { FastifyReply, FastifyRequest } from 'fastify';
import { log } from '@/lib/log';
import { truncate } from '@/lib/truncate';
import { WindowLimit } from './window-limit';

/** Of a flood of refused requests the log has a sample (R25), by status. */
const maxRefusalsPerSecond = 20;
/** A caller chooses its address, up to 16 kB of it. */
const maxPathLength = 300;

export const loggedPath = ({ path, route }: FastifyRequest): string => truncate(route?.secretPath ? route.path : path, maxPathLength);

/** @returns what writes one line about a request when it is answered */
export function requestLog(): (request: FastifyRequest, reply: FastifyReply) => void {
  const refusals = new WindowLimit(maxRefusalsPerSecond, 1_000);
  return (request, { raw }) => {
    const startedAtMs = performance.now();
    raw.once('finish', () => {
      const { statusCode: status } = raw;
      if (status >= 400 && status < 500 && refusals.take(String(status)) > 0) return;
      log.info({ requestId: request.id, method: request.method, path: loggedPath(request), status, ms: Math.round(performance.now() - startedAtMs) }, 'request');
    });
  };
}
