import { worksInAdministration, type Actor } from '@/lib/actor';

/** For tests: a caller. An administrator or editor has just signed in with a second factor, unless `over` says otherwise. */
export function actorFor(role: Actor['role'], over: Partial<Actor> = {}): Actor {
  return {
    userId: role, role, sessionId: `${role}-session`, name: role, email: `${role}@midan.example`, lang: 'en',
    signedInAt: new Date(), totpEnrolled: worksInAdministration(role), totpAt: worksInAdministration(role) ? new Date() : null, ...over,
  };
}
