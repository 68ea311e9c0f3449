import 'server-only';
import { LRUCache } from 'lru-cache';
import type { Actor } from '@/lib/permissions';
import { readMediaActor } from './actor-of';
import { cookieNames, findCookie } from './cookies';
import { bearerOf } from './tokens';

/** Saves a database query per video segment. Short, because a sign-out must end signed URLs within 5 s. */
const cachedForMs = 2000;

const cache = new LRUCache<string, Actor>({ max: 2000, ttl: cachedForMs });

/** Use it for signed URLs only: access tokens must stop working at once, in every process, when the session ends. */
export async function readCachedMediaActor(request: Request): Promise<Actor | null> {
  const bearer = bearerOf(request.headers);
  const credentials =
    bearer === null ? `cookie ${findCookie(request.headers, cookieNames().session)}` : `bearer ${bearer}`;
  const cached = cache.get(credentials);
  if (cached) return cached;
  const actor = await readMediaActor(request);
  if (actor) cache.set(credentials, actor);
  return actor;
}
