import { randomBytes } from 'node:crypto';

const PROCESS = randomBytes(5).toString('hex');
const ACCEPTABLE = /^[\w-]{8,64}$/;
let count = 0;

/** An id for correlation, not a secret: one random part a process, then a count, because every request pays for it. */
export function nextRequestId(): string {
  count += 1;
  return `${PROCESS}-${count.toString(36).padStart(7, '0')}`;
}

/** The id a trusted proxy gave, if it is a plausible one, else ours. */
export function requestIdFrom(given: string | undefined, trusted: boolean): string {
  return trusted && given !== undefined && ACCEPTABLE.test(given) ? given : nextRequestId();
}
