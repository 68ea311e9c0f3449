import { type Actor, canEnterAdministration } from '@/lib/permissions';

/** Returns an actor. An admin or editor has a fresh second factor unless `over` changes it. */
export function buildActor(role: Actor['role'], over: Partial<Actor> = {}): Actor {
  return {
    userId: role,
    role,
    sessionId: `${role}-session`,
    name: role,
    email: `${role}@midan.example`,
    lang: 'en',
    signedInAt: new Date(),
    totpEnrolled: canEnterAdministration(role),
    totpAt: canEnterAdministration(role) ? new Date() : null,
    ...over,
  };
}
