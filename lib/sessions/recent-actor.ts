import 'server-only';
import { LRUCache } from 'lru-cache';
import type { Actor } from '@/lib/actor';
import { now } from '@/lib/clock';
import { actorOf, mediaActorOf } from './actor-of';
import { bearerOf } from './bearer';
import { cookieNames, cookieOf } from './cookies';

/** A film is asked for in pieces; its session's row is read again after this long. Signing out counts within 5 s (api.md). */
const trustedForMs = 2000;

type Find = (request: Request) => Promise<Actor | null>;

/** Remembers who showed exactly these credentials a moment ago; nobody is never remembered. */
function recently(find: Find): Find {
  const known = new LRUCache<string, { actor: Actor; untilMs: number }>({ max: 2000 });
  return async (request) => {
    const bearer = bearerOf(request.headers);
    const shown = bearer === null ? `cookie ${cookieOf(request.headers, cookieNames().session)}` : `bearer ${bearer}`;
    const before = known.get(shown);
    if (before && before.untilMs > now().getTime()) return before.actor;
    const actor = await find(request);
    if (actor) known.set(shown, { actor, untilMs: now().getTime() + trustedForMs });
    else known.delete(shown);
    return actor;
  };
}

export const recentActorOf = recently(actorOf);
export const recentMediaActorOf = recently(mediaActorOf);
