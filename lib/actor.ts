import { forbidden, unauthorized } from './problem';
import type { Language } from './language';

export type Role = 'guest' | 'learner' | 'editor' | 'admin';

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

/** A second factor of the last ten minutes, shown at sign-in or since. */
export const hasFreshSecondFactor = ({ totpAt }: Actor, now: Date): boolean => totpAt !== null && now.getTime() - totpAt.getTime() <= stepUpMs;

/** What is done in administration. `enter`: search and guide, which show no more than the others allow; `administer`: everything about people, money and settings. */
export type Permission = 'enter' | 'administer' | 'content' | 'articles' | 'media';

/** Who may do what in administration: the only table (N6). */
const permissions: Readonly<Record<Permission, readonly Role[]>> = {
  enter: ['admin', 'editor'],
  administer: ['admin'],
  content: ['admin', 'editor'],
  articles: ['admin', 'editor'],
  media: ['admin', 'editor'],
};

/** By role alone; without a second factor nothing is done (`assertMay`, `may`). */
export const mayBy = (role: Role, permission: Permission): boolean => permissions[permission].includes(role);

/** Whether there is anything in administration for this role. */
export const worksInAdministration = (role: Role): boolean => mayBy(role, 'enter');

export const isLearner = (actor: MaybeActor): actor is Actor => actor !== null && actor.role !== 'guest';

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

/** Wants a second factor of the last 10 minutes, shown at sign-in or since. `signedInAt` does not count, since a password alone sets it (X29). */
interface StepUp { stepUp: true; now: Date }

/** @throws as `assertMay` */
export function assertAdmin(actor: MaybeActor, proof?: StepUp): asserts actor is Actor {
  assertMay(actor, 'administer', proof);
}

/**
 * A role that the table gives the permission, with TOTP (403 `totp-enrol`) that this session has shown, and shown as lately as `proof` asks
 * (403 `step-up`).
 * @throws Problem 401, 403
 */
export function assertMay(actor: MaybeActor, permission: Permission, proof?: StepUp): asserts actor is Actor {
  if (!actor) throw unauthorized();
  if (!mayBy(actor.role, permission)) throw forbidden();
  if (!actor.totpEnrolled) throw forbidden('totp-enrol');
  if (!actor.totpAt || (proof && !hasFreshSecondFactor(actor, proof.now))) throw forbidden('step-up');
}

/** As `assertMay`, for what shows such a role more than others. */
export const may = (actor: MaybeActor, permission: Permission): boolean =>
  actor !== null && mayBy(actor.role, permission) && actor.totpEnrolled && actor.totpAt !== null;
