import type { Language } from './language';
import { forbidden, unauthorized } from './problem';

export type Role = 'guest' | 'learner' | 'editor' | 'admin';

export interface Actor {
  userId: string;
  role: Role;
  sessionId: string;
  name: string;
  email: string | null;
  lang: Language;
  signedInAt: Date;
  totpEnrolled: boolean;
  /** Time of the last accepted second factor in this session. */
  totpAt: Date | null;
}

export type MaybeActor = Actor | null;

const stepUpMs = 10 * 60 * 1000;

export const hasFreshSecondFactor = ({ totpAt }: Actor, now: Date): boolean =>
  totpAt !== null && now.getTime() - totpAt.getTime() <= stepUpMs;

/** `enter` covers the admin search and guide; `administer` covers users, money and settings. */
export type Permission = 'enter' | 'administer' | 'content' | 'articles' | 'media';

const permissions: Readonly<Record<Permission, readonly Role[]>> = {
  enter: ['admin', 'editor'],
  administer: ['admin'],
  content: ['admin', 'editor'],
  articles: ['admin', 'editor'],
  media: ['admin', 'editor'],
};

/** Does not check the second factor, which `assertMay` and `may` require. */
export const hasPermission = (role: Role, permission: Permission): boolean => permissions[permission].includes(role);

export const canEnterAdministration = (role: Role): boolean => hasPermission(role, 'enter');

export const isLearner = (actor: MaybeActor): actor is Actor => actor !== null && actor.role !== 'guest';

/** @throws Problem 401; 403 `sign-up-required` for a guest */
export function assertLearner(actor: MaybeActor): asserts actor is Actor {
  if (!actor) throw unauthorized();
  if (!isLearner(actor)) throw forbidden('sign-up-required');
}

/** Admins may act for others (G6, D7). @throws Problem 401; 403 `sign-up-required`; 403 for another user's id */
export function assertSameUserOrAdmin(actor: MaybeActor, userId: string): asserts actor is Actor {
  assertLearner(actor);
  if (actor.userId === userId) return;
  if (actor.role !== 'admin') throw forbidden();
  assertAdmin(actor);
}

/** Refuses everyone except the user, even admins. @throws Problem 401, 403 */
export function assertSameUser(actor: MaybeActor, userId: string): asserts actor is Actor {
  assertLearner(actor);
  if (actor.userId !== userId) throw forbidden();
}

/** A second factor within the last 10 minutes. A fresh sign-in may use a password only (X29). */
interface StepUp {
  stepUp: true;
  now: Date;
}

export function assertAdmin(actor: MaybeActor, stepUp?: StepUp): asserts actor is Actor {
  assertMay(actor, 'administer', stepUp);
}

/** @throws Problem 401; 403; 403 `totp-enrol` without TOTP; 403 `step-up` without a (fresh) second factor */
export function assertMay(actor: MaybeActor, permission: Permission, stepUp?: StepUp): asserts actor is Actor {
  if (!actor) throw unauthorized();
  if (!hasPermission(actor.role, permission)) throw forbidden();
  if (!actor.totpEnrolled) throw forbidden('totp-enrol');
  if (!actor.totpAt || (stepUp && !hasFreshSecondFactor(actor, stepUp.now))) throw forbidden('step-up');
}

export const may = (actor: MaybeActor, permission: Permission): boolean =>
  actor !== null && hasPermission(actor.role, permission) && actor.totpEnrolled && actor.totpAt !== null;
