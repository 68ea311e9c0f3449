import 'server-only';
import { config } from '@/lib/config/config';
import { db, type Tx } from '@/lib/database/client';
import { defaultLanguage, isLanguage } from '@/lib/language';
import { enqueueMail } from '@/lib/mail/outbox';
import { truncate } from '@/lib/truncate';
import { copyPayload } from './copies';

/** Mail providers begin to block senders at about five per cent. */
const mostRefusedPercent = 5;
/** Of a short list a single mistyped address is more than five per cent. */
const fewestRefusals = 3;
const mostAdministrators = 20;
const longestAnswer = 500;

/**
 * After a refusal for good, in its transaction: pauses a newsletter of which more than 5 % of the answers are refusals, since a provider that suddenly refuses everything
 * is more likely than so many dead mailboxes. One that is sent already keeps its state; administrators are asked in both cases, once.
 */
export async function pauseWhenRefused(tx: Tx, id: string, answer: string, now: Date): Promise<void> {
  await tx.$queryRaw`SELECT 1 AS locked FROM "Newsletter" WHERE "id" = ${id} FOR UPDATE`;
  const newsletter = await tx.newsletter.findUnique({ where: { id }, select: { status: true, subject: true, pausedAt: true, resumedAt: true } });
  if (!newsletter || !['sending', 'sent'].includes(newsletter.status)) return;
  if (newsletter.pausedAt && (newsletter.status === 'sent' || !newsletter.resumedAt)) return;
  const answered = await tx.outbox.groupBy({
    by: ['outcome'], where: { newsletterId: id, outcome: { in: ['sent', 'failed', 'bounced'] }, ...(newsletter.resumedAt ? { doneAt: { gt: newsletter.resumedAt } } : {}) }, _count: { _all: true },
  });
  const count = (outcomes: string[]) => answered.filter(({ outcome }) => outcomes.includes(outcome ?? '')).reduce((sum, { _count }) => sum + _count._all, 0);
  const [refused, all] = [count(['failed', 'bounced']), count(['sent', 'failed', 'bounced'])];
  if (refused < fewestRefusals || refused * 100 <= all * mostRefusedPercent) return;
  const status = newsletter.status === 'sending' ? 'paused' : newsletter.status;
  await tx.newsletter.update({ where: { id }, data: { status, pausedAt: now, pauseAnswer: truncate(answer, longestAnswer) }, select: { id: true } });
  const administrators = await tx.user.findMany({
    where: { role: 'admin', email: { not: null }, emailConfirmedAt: { not: null } }, orderBy: { createdAt: 'asc' }, take: mostAdministrators, select: { id: true, name: true, email: true, lang: true },
  });
  for (const { id: userId, name, email, lang: chosen } of administrators) {
    const lang = isLanguage(chosen) ? chosen : defaultLanguage;
    await enqueueMail(tx, {
      key: `newsletter-refused:${userId}:${id}:${now.getTime()}`, to: email ?? '', lang, template: 'newsletter-refused',
      data: { name, newsletter: newsletter.subject, state: status, refused: String(refused), all: String(all), message: truncate(answer, longestAnswer), url: `${config().siteUrl}/${lang}/admin/newsletters/${id}` },
    });
  }
}

/** Of those whose copy bounced: whoever confirmed the address again meanwhile is no longer among them. */
async function listEndedReaders(tx: Tx, newsletterId: string): Promise<string[]> {
  const copies = await tx.outbox.findMany({ where: { newsletterId, outcome: 'bounced' }, select: { payload: true } });
  const ids = copies.map(({ payload }) => copyPayload.parse(payload).subscriberId);
  return (await tx.subscriber.findMany({ where: { id: { in: ids }, bouncedAt: { not: null } }, select: { id: true } })).map(({ id }) => id);
}

export const countEndedReaders = async (newsletterId: string): Promise<number> => (await listEndedReaders(await db(), newsletterId)).length;

/** @returns how many are subscribed again */
export async function takeBackEndedReaders(tx: Tx, newsletterId: string): Promise<number> {
  const { count } = await tx.subscriber.updateMany({ where: { id: { in: await listEndedReaders(tx, newsletterId) } }, data: { bouncedAt: null, bounceReason: null } });
  return count;
}
