import type { IncomingMessage } from 'node:http';
import { clientAddress } from '@/lib/http/door/client-address';
import { requestIdFrom } from '@/lib/http/answers/request-id';

export interface Caller {
  readonly requestId: string;
  readonly address: string;
}

/** What only the front or Next itself may say; from outside these open doors (CVE-2025-29927 and its family). */
const FORGEABLE =
  /^(?:x-accel-|x-middleware-|x-invoke-|x-nextjs-|x-matched-path$|x-now-|x-nonce$|x-client-address$|x-media-user$|x-forwarded|x-real-ip$|forwarded$|next-resume$|content-security-policy)/;

export interface Surroundings {
  readonly host: string;
  readonly protocol: string;
  readonly trustedProxies: number;
}

/**
 * Takes out of a request what a visitor must not decide, and puts in what the application may trust: a request id,
 * the visitor's address, and the site's own host whatever the visitor called it.
 */
export function settleIncoming(request: IncomingMessage, around: Surroundings): Caller {
  const { headers } = request;
  const forwarded = headers['x-forwarded-for'];
  const address = clientAddress(
    request.socket.remoteAddress,
    Array.isArray(forwarded) ? forwarded.join(',') : forwarded,
    around.trustedProxies,
  );
  const given = headers['x-request-id'];
  const requestId = requestIdFrom(typeof given === 'string' ? given : undefined, around.trustedProxies > 0);
  for (const name of Object.keys(headers)) if (FORGEABLE.test(name)) delete headers[name];
  headers['x-request-id'] = requestId;
  headers['x-client-address'] = address;
  headers['x-forwarded-for'] = address;
  headers['x-forwarded-host'] = around.host;
  headers['x-forwarded-proto'] = around.protocol;
  headers['host'] = around.host;
  return { requestId, address };
}
