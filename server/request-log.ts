import type { FastifyReply, FastifyRequest } from 'fastify';
import { log } from '@/lib/log';
import { WindowLimit } from './window-limit';

/** Of a flood of refused requests the log has a sample (R25), by status. */
const maxRefusalsPerSecond = 20;
/** A caller chooses its address, up to 16 kB of it. */
const maxPathLength = 300;

/** @returns what writes one line about a request when it is answered */
export function requestLog(): (request: FastifyRequest, reply: FastifyReply) => void {
  const refusals = new WindowLimit(maxRefusalsPerSecond, 1_000);
  return ({ id, method, path }, { raw }) => {
    const startedAtMs = performance.now();
    raw.once('finish', () => {
      const { statusCode: status } = raw;
      if (status >= 400 && status < 500 && refusals.take(String(status)) > 0) return;
      // Addresses of the code page hold an email and a code, so nothing after the page's name is logged.
      const logged = /otp/i.test(path) ? path.split('/').slice(0, 3).join('/') : path;
      log.info({ requestId: id, method, path: logged.slice(0, maxPathLength), status, ms: Math.round(performance.now() - startedAtMs) }, 'request');
    });
  };
}
