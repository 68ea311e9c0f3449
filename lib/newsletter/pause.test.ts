import { beforeEach, describe, expect, it } from 'vitest';
import { db, transaction } from '@/lib/database/client';
import { requireNewsletter } from '@/lib/newsletter/admin/newsletters';
import { continueNewsletter, resubscribeReaders, stopNewsletter } from '@/lib/newsletter/admin/send';
import { buildActor } from '@/tests/support/actors';
import { seedLearner } from '@/tests/support/catalogue';
import { resetDatabase } from '@/tests/support/database';
import { seedNewsletter, seedSubscriber } from '@/tests/support/newsletters';
import { listMails } from '@/tests/support/outbox';
import { endBouncedSubscription, reportBounce } from './bounces';
import { pauseIfRefused, queueCopies } from './copies';
import { countReaders } from './segment';
import { hasNewslettersToSend } from './send-newsletters';

const now = new Date();
const chief = buildActor('admin');
let letter: string;

type Outcome = 'sent' | 'failed' | 'bounced';
async function answer(outcomes: Outcome[], reason = '550 5.7.1 Blocked'): Promise<void> {
  const client = await db();
  for (const outcome of outcomes) {
    const copy = await client.outbox.findFirstOrThrow({
      where: { newsletterId: letter, doneAt: null },
      orderBy: { id: 'asc' },
    });
    await transaction(async (tx) => {
      if (outcome === 'bounced')
        await endBouncedSubscription(tx, (copy.payload as { subscriberId: string }).subscriberId, reason, now);
      await tx.outbox.update({ where: { id: copy.id }, data: { outcome, doneAt: new Date() } });
      if (outcome !== 'sent') await pauseIfRefused(tx, letter, reason, new Date());
    });
  }
}
const readStatus = async () => (await (await db()).newsletter.findUniqueOrThrow({ where: { id: letter } })).status;

beforeEach(async () => {
  await resetDatabase();
  letter = await seedNewsletter(now, { queuedAt: now });
  const readers: string[] = [];
  for (let at = 0; at < 100; at += 1) readers.push(await seedSubscriber(`reader-${at}@midan.example`));
  await transaction((tx) => queueCopies(tx, letter, readers, now));
  await seedLearner(chief.userId);
  await (
    await db()
  ).user.update({
    where: { id: chief.userId },
    data: { role: 'admin', email: 'chief@midan.example', emailConfirmedAt: now },
  });
});

describe('a newsletter that many mail servers refuse', () => {
  it('pauses when more than five per cent are refused, and mails the server’s answer to admins once [N25]', async () => {
    await answer(['failed', 'failed']);
    expect(await readStatus(), 'two refusals say nothing').toBe('sending');
    await answer(['failed']);
    expect(await readStatus()).toBe('paused');
    expect(await hasNewslettersToSend(now), 'nothing is sent until somebody decides').toBe(false);
    await answer(['failed']);
    expect(await listMails()).toMatchObject([
      {
        to: 'chief@midan.example',
        template: 'newsletter-refused',
        data: { refused: '3', all: '3', state: 'paused', message: '550 5.7.1 Blocked' },
      },
    ]);
    expect(await requireNewsletter(chief, letter)).toMatchObject({
      status: 'paused',
      pauseAnswer: '550 5.7.1 Blocked',
      figures: { waiting: 96 },
    });
  });

  it('continues when only a few of many mailboxes no longer exist [N25]', async () => {
    await answer([...Array.from({ length: 60 }, () => 'sent' as const), 'bounced', 'bounced', 'bounced']);
    expect(await readStatus()).toBe('sending');
    await answer(['failed']);
    expect(await readStatus()).toBe('paused');
  });

  it('is continued by an admin after a fresh sign-in, and does not pause again for the earlier refusals [N25]', async () => {
    await answer(['failed', 'failed', 'failed']);
    await expect(continueNewsletter(buildActor('editor'), letter, now)).rejects.toMatchObject({ status: 403 });
    await expect(continueNewsletter(buildActor('admin', { totpAt: null }), letter, now)).rejects.toMatchObject({
      status: 403,
    });
    expect(await continueNewsletter(chief, letter, new Date())).toMatchObject({ status: 'sending' });
    await expect(continueNewsletter(chief, letter, now)).rejects.toMatchObject({
      status: 409,
      key: 'newsletter-not-paused',
    });
    expect(await hasNewslettersToSend(new Date())).toBe(true);
    await answer(['failed', 'failed']);
    expect(await readStatus()).toBe('sending');
    await answer(['failed']);
    expect(await readStatus(), 'three new ones').toBe('paused');
    expect(await stopNewsletter(chief, letter, now)).toMatchObject({
      status: 'stopped',
      figures: { waiting: 0, withdrawn: 94 },
    });
  });

  it('restores the subscriptions that it ended, even after it was sent [N25]', async () => {
    await answer(Array.from({ length: 100 }, () => 'sent' as const));
    await (await db()).newsletter.update({ where: { id: letter }, data: { status: 'sent', endedAt: now } });
    for (let at = 0; at < 10; at += 1)
      await reportBounce(
        { email: `reader-${at}@midan.example`, permanent: true, reason: '550 5.1.1 User unknown' },
        now,
      );
    const segment = { readerLang: null, courseSlug: null, courseOwners: true };
    expect([await readStatus(), await countReaders(segment), (await listMails()).length]).toEqual(['sent', 90, 1]);
    expect(await requireNewsletter(chief, letter)).toMatchObject({ endedReaders: 10, pausedAt: expect.any(Date) });
    await expect(resubscribeReaders(buildActor('learner'), letter)).rejects.toMatchObject({ status: 403 });
    expect(await resubscribeReaders(chief, letter)).toMatchObject({ endedReaders: 0, figures: { bounced: 10 } });
    expect(await countReaders(segment)).toBe(100);
  });

  it.each([
    ['552 5.2.2 over quota', 100],
    ['550 5.7.1 blocked', 100],
    ['550 5.1.1 User unknown', 99],
    ['', 99],
    ['complaint: spam', 99],
  ])('a report %j leaves %i of a hundred readers [N25]', async (reason, left) => {
    await reportBounce({ email: 'reader-1@midan.example', permanent: true, reason }, now);
    expect(await countReaders({ readerLang: null, courseSlug: null, courseOwners: true })).toBe(left);
  });
});
