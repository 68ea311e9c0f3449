import 'server-only';
import { LRUCache } from 'lru-cache';
import type { Actor } from '@/lib/actor';
import { now } from '@/lib/clock';
import { mediaActorOf } from './actor-of';
import { bearerOf } from '@/lib/auth/tokens/bearer';
import { cookieNames, cookieOf } from './cookies';

/** A video is asked for in pieces; its session's row is read again after this long. For a signed address signing out counts within 5 s (api.md). */
const trustedForMs = 2000;

const known = new LRUCache<string, { actor: Actor; untilMs: number }>({ max: 2000 });

/**
 * Who shows a signed address: remembers who showed exactly these credentials a moment ago, never nobody. Only for signed addresses:
 * a token by itself is dead at once when its session ends, in every process.
 */
export async function recentMediaActorOf(request: Request): Promise<Actor | null> {
  const bearer = bearerOf(request.headers);
  const shown = bearer === null ? `cookie ${cookieOf(request.headers, cookieNames().session)}` : `bearer ${bearer}`;
  const before = known.get(shown);
  if (before && before.untilMs > now().getTime()) return before.actor;
  const actor = await mediaActorOf(request);
  if (actor) known.set(shown, { actor, untilMs: now().getTime() + trustedForMs });
  else known.delete(shown);
  return actor;
}
