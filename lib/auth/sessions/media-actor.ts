import 'server-only';
import { LRUCache } from 'lru-cache';
import type { Actor } from '@/lib/actor';
import { bearerOf } from '@/lib/auth/tokens/access-token';
import { now } from '@/lib/clock';
import { mediaActorOf } from './actor-of';
import { cookieNames, cookieOf } from './cookies';

/** A video is read in pieces; its session's row is read again after this long. Signing out ends signed URLs within 5 s. */
const cachedForMs = 2000;

const cache = new LRUCache<string, { actor: Actor; untilMs: number }>({ max: 2000 });

/**
 * As `mediaActorOf`, remembered per credentials; absence is not. Only for signed URLs: an access token by itself ends at once with its
 * session, in every process.
 */
export async function cachedMediaActorOf(request: Request): Promise<Actor | null> {
  const bearer = bearerOf(request.headers);
  const credentials = bearer === null ? `cookie ${cookieOf(request.headers, cookieNames().session)}` : `bearer ${bearer}`;
  const cached = cache.get(credentials);
  if (cached && cached.untilMs > now().getTime()) return cached.actor;
  const actor = await mediaActorOf(request);
  if (actor) cache.set(credentials, { actor, untilMs: now().getTime() + cachedForMs });
  else cache.delete(credentials);
  return actor;
}
