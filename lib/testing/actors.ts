import type { Actor } from '@/lib/actor';

/** For tests: a caller. An administrator has just signed in with a second factor, unless `over` says otherwise. */
export function actorFor(role: Actor['role'], over: Partial<Actor> = {}): Actor {
  return {
    userId: role, role, sessionId: `${role}-session`, name: role, email: `${role}@midan.example`, lang: 'en',
    signedInAt: new Date(), totpEnrolled: role === 'admin', totpAt: role === 'admin' ? new Date() : null, ...over,
  };
}
