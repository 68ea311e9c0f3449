import 'server-only';
import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';
import { unavailable } from '@/lib/problem';
import { normalisedPassword } from './password-rule';

/** OWASP's Argon2id parameters: 19 MiB, two passes; about 10 ms, off the main thread. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const queue = pLimit(4);
const maxQueued = 120;

/** A burst of sign-ins must not fill the memory or starve other requests (R26): what exceeds the queue gets 503. */
async function queued<Value>(work: () => Promise<Value>): Promise<Value> {
  if (queue.pendingCount >= maxQueued) throw unavailable('busy', 2);
  return queue(work);
}

export const hashPassword = (password: string): Promise<string> => queued(() => hash(normalisedPassword(password), cost));

let dummyHash: Promise<string> | undefined;

/** Takes the same time without a stored hash, so that the duration does not reveal whether an account exists. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  dummyHash ??= hash('nobody has this password', cost);
  const compared = stored ?? (await dummyHash);
  const right = await queued(() => verify(compared, normalisedPassword(password)));
  return right && stored !== null;
}
