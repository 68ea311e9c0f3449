import { forbidden, unauthorized } from './problem';
import type { Language } from './language';

export type Role = 'guest' | 'learner' | 'admin';

/** The caller, as the session's row says. Domain functions take it and check permission themselves. */
export interface Actor {
  userId: string;
  role: Role;
  sessionId: string;
  name: string;
  email: string | null;
  lang: Language;
  /** When the session was opened. */
  signedInAt: Date;
  totpEnrolled: boolean;
  /** When a second factor was last accepted in this session. */
  totpAt: Date | null;
}

export type MaybeActor = Actor | null;

const stepUpMs = 10 * 60 * 1000;

export const isLearner = (actor: MaybeActor): actor is Actor => actor?.role === 'learner' || actor?.role === 'admin';

/** 401 without a session, 403 `sign-up-required` for a guest. */
export function assertLearner(actor: MaybeActor): asserts actor is Actor {
  if (!actor) throw unauthorized();
  if (!isLearner(actor)) throw forbidden('sign-up-required');
}

/** G6, D7: 401 without a session, 403 `sign-up-required` for a guest, 403 for another's `{userId}` (an administrator may). */
export function assertSelf(actor: MaybeActor, userId: string): asserts actor is Actor {
  assertLearner(actor);
  if (actor.userId === userId) return;
  if (actor.role !== 'admin') throw forbidden();
  assertAdmin(actor);
}

/** For what nobody does for somebody else, not even an administrator. @throws Problem 401, 403 */
export function assertOwner(actor: MaybeActor, userId: string): asserts actor is Actor {
  assertLearner(actor);
  if (actor.userId !== userId) throw forbidden();
}

/**
 * Role admin with TOTP (403 `totp-enrol`); `stepUp` wants a second factor of the last 10 minutes, shown at sign-in or since (403 `step-up`).
 * `signedInAt` does not count, since a password alone sets it (X29).
 */
export function assertAdmin(actor: MaybeActor, options: { stepUp?: boolean; now?: Date } = {}): asserts actor is Actor {
  if (!actor) throw unauthorized();
  if (actor.role !== 'admin') throw forbidden();
  if (!actor.totpEnrolled) throw forbidden('totp-enrol');
  if (!options.stepUp) return;
  if (!actor.totpAt || (options.now ?? new Date()).getTime() - actor.totpAt.getTime() > stepUpMs) throw forbidden('step-up');
}
