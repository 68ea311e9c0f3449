import 'server-only';
import { hash, verify } from '@node-rs/argon2';
import { unavailable } from '@/lib/problem';

/** OWASP's Argon2id figures: 19 MiB, two passes; about 10 ms here, off the main thread. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const atOnce = 4;
const mayWait = 120;

let running = 0;
const waiting: Array<() => void> = [];

/** A storm of sign-ins may neither fill the memory nor starve everything else (fault R26): the surplus gets 503. */
async function inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
  if (running >= atOnce) {
    if (waiting.length >= mayWait) throw unavailable('busy', 2);
    await new Promise<void>((resolve) => waiting.push(resolve));
  }
  running += 1;
  try {
    return await work();
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}

const prepared = (password: string): string => password.normalize('NFKC');

export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(prepared(password), cost));

let nobodysHash: Promise<string> | undefined;

/** Takes the same time without an account or without a password: an answer does not tell whether one exists. */
export async function verifyPassword(kept: string | null, password: string): Promise<boolean> {
  nobodysHash ??= hash('nobody has this password', cost);
  const compared = kept ?? (await nobodysHash);
  const right = await inTurn(() => verify(compared, prepared(password)));
  return right && kept !== null;
}
