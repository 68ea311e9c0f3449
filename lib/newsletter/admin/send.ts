import { writeAudit } from '@/lib/accounts/audit';
import { textOfHtml } from '@/lib/content/safe-html';
import { transaction, type Tx } from '@/lib/database/client';
import { lockRow } from '@/lib/database/lock-row';
import { loadTranslator } from '@/lib/i18n/messages';
import type { Language } from '@/lib/language';
import { resubscribeEndedReaders, withdrawCopies } from '@/lib/newsletter/copies';
import { countReaders } from '@/lib/newsletter/segment';
import { assertAdmin, type MaybeActor } from '@/lib/permissions';
import { notFound, Problem } from '@/lib/problem';
import { type AdminNewsletter, lockDraft, requireNewsletter } from './newsletters';

interface SendNewsletterInput {
  /** Null or a past time sends at once. */
  sendAt: Date | null;
  updatedAt?: string | undefined;
  lang: Language;
  now: Date;
}

/** @throws Problem 401, 403 (`step-up`), 404 · 409 `conflict`, `newsletter-not-draft`, `newsletter-no-readers` · 422 */
export async function sendNewsletter(
  actor: MaybeActor,
  id: string,
  { sendAt, updatedAt, lang, now }: SendNewsletterInput,
): Promise<AdminNewsletter> {
  assertAdmin(actor, { stepUp: true, now });
  const isLater = sendAt !== null && sendAt > now;
  await transaction(async (tx) => {
    await lockDraft(tx, id, updatedAt);
    await assertComplete(tx, id, isLater, lang);
    await tx.newsletter.update({
      where: { id },
      data: isLater ? { status: 'scheduled', sendAt } : { status: 'sending', sendAt: null, startedAt: now },
      select: { id: true },
    });
    await writeAudit(tx, {
      actor,
      action: isLater ? 'newsletter.schedule' : 'newsletter.send',
      subject: `newsletter:${id}`,
      detail: isLater ? { sendAt: sendAt.toISOString() } : {},
    });
  });
  return requireNewsletter(actor, id);
}

async function assertComplete(tx: Tx, id: string, isLater: boolean, lang: Language): Promise<void> {
  const { subject, html, ...segment } = await tx.newsletter.findUniqueOrThrow({
    where: { id },
    select: { subject: true, html: true, readerLang: true, courseSlug: true, courseOwners: true },
  });
  const missing = [subject === '' && 'subject', textOfHtml(html) === '' && 'html'].filter((field) => field !== false);
  if (missing.length > 0) {
    const text = (await loadTranslator(lang))('validation.required');
    throw new Problem(422, 'invalid', { errors: Object.fromEntries(missing.map((field) => [field, [text]])) });
  }
  // A scheduled newsletter may gain readers before it is sent.
  if (!isLater && (await countReaders(segment, tx)) === 0) throw new Problem(409, 'newsletter-no-readers');
}

/** Turns a scheduled newsletter back into a draft. @throws Problem 401, 403, 404 · 409 `newsletter-over` */
export async function stopNewsletter(actor: MaybeActor, id: string, now: Date): Promise<AdminNewsletter> {
  assertAdmin(actor);
  const isScheduled = await transaction(async (tx) => {
    await lockRow(tx, 'Newsletter', id);
    const row = await tx.newsletter.findUnique({ where: { id }, select: { status: true } });
    if (!row) throw notFound();
    if (!['scheduled', 'sending', 'paused'].includes(row.status)) throw new Problem(409, 'newsletter-over');
    const wasScheduled = row.status === 'scheduled';
    await tx.newsletter.update({
      where: { id },
      data: wasScheduled ? { status: 'draft', sendAt: null } : { status: 'stopped', endedAt: now },
      select: { id: true },
    });
    await writeAudit(tx, {
      actor,
      action: wasScheduled ? 'newsletter.unschedule' : 'newsletter.stop',
      subject: `newsletter:${id}`,
    });
    return wasScheduled;
  });
  // If the process dies here, the job withdraws each copy when it is due.
  if (!isScheduled) await withdrawCopies(id, now);
  return requireNewsletter(actor, id);
}

/** @throws Problem 401, 403 (`step-up`), 404 · 409 `newsletter-not-paused` */
export async function continueNewsletter(actor: MaybeActor, id: string, now: Date): Promise<AdminNewsletter> {
  assertAdmin(actor, { stepUp: true, now });
  await transaction(async (tx) => {
    await lockRow(tx, 'Newsletter', id);
    const row = await tx.newsletter.findUnique({ where: { id }, select: { status: true } });
    if (!row) throw notFound();
    if (row.status !== 'paused') throw new Problem(409, 'newsletter-not-paused');
    await tx.newsletter.update({ where: { id }, data: { status: 'sending', resumedAt: now }, select: { id: true } });
    await writeAudit(tx, { actor, action: 'newsletter.continue', subject: `newsletter:${id}` });
  });
  return requireNewsletter(actor, id);
}

/** Resubscribes readers whose subscription this newsletter's bounces ended. Their copies are not sent again. */
export async function resubscribeReaders(actor: MaybeActor, id: string): Promise<AdminNewsletter> {
  assertAdmin(actor);
  await transaction(async (tx) => {
    if ((await tx.newsletter.count({ where: { id } })) === 0) throw notFound();
    const count = await resubscribeEndedReaders(tx, id);
    if (count > 0)
      await writeAudit(tx, { actor, action: 'newsletter.take-back', subject: `newsletter:${id}`, detail: { count } });
  });
  return requireNewsletter(actor, id);
}
