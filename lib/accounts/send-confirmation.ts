import 'server-only';
import { auditForOther } from '@/lib/accounts/audit';
import { assertSelf, type MaybeActor } from '@/lib/actor';
import { addSeconds } from '@/lib/clock';
import { config } from '@/lib/config/config';
import { transaction, type Tx } from '@/lib/database/client';
import { defaultLanguage, isLanguage, type Language } from '@/lib/language';
import { enqueueMail } from '@/lib/mail/outbox';
import { Problem } from '@/lib/problem';
import { takeLimit } from '@/lib/database/rate-limit';
import { hmacOf, randomToken } from '@/lib/config/secrets';

const linkLifetimeSeconds = 86_400;
export const confirmationHash = (token: string): string => hmacOf('confirm-link', token);

interface Person { userId: string; email: string; name: string; lang: Language }

/** The link is built from SITE_URL, never from a request (compare edX CVE-2017-18380). */
export async function sendConfirmation(tx: Tx, { userId, email, name, lang }: Person, now: Date): Promise<void> {
  const token = randomToken();
  const expiresAt = addSeconds(now, linkLifetimeSeconds);
  const code = await tx.code.create({
    data: { userId, purpose: 'confirm', hash: confirmationHash(token), createdAt: now, expiresAt },
    select: { id: true },
  });
  await enqueueMail(tx, { key: `confirm:${code.id}`, to: email, lang, template: 'confirm-email', expiresAt, data: { name, url: `${config().siteUrl}/auth/confirm-email?token=${token}` } });
}

/** Mails another link while the address is unconfirmed. @throws Problem 401, 403, 409 `no-email` for an account without an address, 429 */
export async function resendConfirmation(actor: MaybeActor, userId: string, now: Date): Promise<void> {
  assertSelf(actor, userId);
  await takeLimit('otp-send-account', userId, now);
  await transaction(async (tx) => {
    const user = await tx.user.findFirst({ where: { id: userId, emailConfirmedAt: null }, select: { email: true, name: true, lang: true } });
    if (!user) return;
    if (!user.email) throw new Problem(409, 'no-email');
    await auditForOther(tx, { actor, userId, action: 'confirmation.sent' });
    await sendConfirmation(tx, { userId, email: user.email, name: user.name, lang: isLanguage(user.lang) ? user.lang : defaultLanguage }, now);
  });
}
