import 'server-only';
import { z } from 'zod';
import { assertOwner, type Actor, type MaybeActor } from '@/lib/actor';
import { db, transaction } from '@/lib/database/client';
import { defaultLanguage, isLanguage, languages, type Language } from '@/lib/language';
import { Problem } from '@/lib/problem';
import { consentVersion, subscribe } from './sign-up';
import { endSubscription } from './unsubscribe';

export const ownSubscriptionSchema = z.object({ newsletter: z.enum(['on', 'off']), newsletterLang: z.enum(languages).default(defaultLanguage) });

export interface OwnSubscription { lang: Language; bounced: boolean }

/** Of the account's own address; null for whoever does not read it. */
export async function subscriptionOf({ email }: Actor): Promise<OwnSubscription | null> {
  if (email === null) return null;
  const row = await (await db()).subscriber.findUnique({ where: { email }, select: { lang: true, bouncedAt: true } });
  return row && { lang: isLanguage(row.lang) ? row.lang : defaultLanguage, bounced: row.bouncedAt !== null };
}

interface Change { actor: MaybeActor; userId: string; wanted: z.output<typeof ownSubscriptionSchema>; now: Date }

/** The form in the profile. The account's address is confirmed already: no second mail. @throws Problem 401, 403, 409 `unconfirmed` */
export async function setOwnSubscription({ actor, userId, wanted: { newsletter, newsletterLang }, now }: Change): Promise<{ wanted: boolean }> {
  assertOwner(actor, userId);
  await transaction(async (tx) => {
    const user = await tx.user.findUnique({ where: { id: userId }, select: { email: true, emailConfirmedAt: true } });
    if (!user?.email || !user.emailConfirmedAt) throw new Problem(409, 'unconfirmed');
    if (newsletter === 'on') return subscribe(tx, { email: user.email, lang: newsletterLang, version: consentVersion, now });
    const row = await tx.subscriber.findUnique({ where: { email: user.email }, select: { id: true } });
    if (row) await endSubscription(tx, row.id);
  });
  return { wanted: newsletter === 'on' };
}
