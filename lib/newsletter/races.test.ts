import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { deleteAccount } from '@/lib/accounts/delete-account';
import { addSeconds } from '@/lib/clock';
import { resetConfig } from '@/lib/config/config';
import { db, transaction } from '@/lib/database/client';
import { deliverOutbox, hasDueMessages } from '@/lib/mail/deliver';
import * as letters from '@/lib/mail/newsletter-email';
import { enqueueMail } from '@/lib/mail/outbox';
import * as transport from '@/lib/mail/transport';
import { type MailMock, startMailMock } from '@/mocks/mail/server';
import { buildActor } from '@/tests/support/actors';
import { seedLearner } from '@/tests/support/catalogue';
import { resetDatabase } from '@/tests/support/database';
import { seedNewsletter, seedSubscriber, seedSubscribers } from '@/tests/support/newsletters';
import { bounceAddress, copyIdOfBounceAddress, listBouncedReaders } from './bounces';
import { countCopies } from './copies';
import { hasNewslettersToSend, sendEverySeconds, sendNewsletters } from './send-newsletters';
import { endSubscription, unsubscribeUrls } from './subscription';

const now = new Date('2026-11-22T10:00:00Z');
const later = (seconds: number) => addSeconds(now, seconds);
const listRecipients = (sent: { mock: { calls: Array<[transport.Message]> } }) => sent.mock.calls.map(([{ to }]) => to);
const mockSending = () => vi.spyOn(transport, 'sendMessage').mockResolvedValue();
const readStatus = async (id: string) =>
  (await db()).newsletter.findUniqueOrThrow({ where: { id }, select: { status: true, endedAt: true } });

async function sendAll(from = 0): Promise<void> {
  for (let run = 0; run < 400 && (await hasNewslettersToSend(later(from + run * sendEverySeconds))); run += 1)
    await sendNewsletters(later(from + run * sendEverySeconds));
}

let mock: MailMock | undefined;
beforeEach(async () => void (await resetDatabase()));
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  resetConfig();
  await mock?.close();
  mock = undefined;
});

describe('the rate', () => {
  it('a thousand waiting copies delay no receipt, and the rate per minute stays within its limit [N9]', async () => {
    const sent = mockSending();
    await seedSubscribers(1000, now);
    const id = await seedNewsletter(now);
    await sendNewsletters(now);
    expect(await (await db()).outbox.count({ where: { newsletterId: id } })).toBe(1000);
    expect((await countCopies(id)).waiting).toBeGreaterThan(990);
    const perRun = sent.mock.calls.length;
    expect(perRun * (60 / (sendEverySeconds * 0.8))).toBeLessThanOrEqual(240);
    const data = {
      name: 'منى',
      orderId: 'o1',
      orderNumber: '7',
      description: 'دورة',
      amountPiastres: '150000',
      courseSlug: 'next',
      paidAt: now.toISOString(),
    };
    await transaction((tx) =>
      enqueueMail(tx, { key: 'receipt:1', to: 'buyer@midan.example', lang: 'ar', template: 'receipt', data }),
    );
    await (await db()).outbox.updateMany({ where: { key: 'receipt:1' }, data: { nextAt: later(1) } });
    sent.mockClear();
    expect(await deliverOutbox(later(2))).toBe(1);
    expect(listRecipients(sent)).toEqual(['buyer@midan.example']);
    expect(await hasDueMessages(later(3)), 'the outbox has nothing else to do').toBe(false);
  });

  it('every reader of the segment gets one copy with unsubscribe headers, and then the newsletter is sent [N9]', async () => {
    const sent = mockSending();
    const reader = await seedSubscriber('mona@midan.example');
    await seedSubscriber('hany@midan.example');
    await seedSubscriber('karim@midan.example', 'en');
    const id = await seedNewsletter(now);
    await sendAll();
    expect(listRecipients(sent)).toEqual(['mona@midan.example', 'hany@midan.example']);
    const { oneClick, page } = unsubscribeUrls({ id: reader, email: 'mona@midan.example' }, id, 'ar');
    const first = sent.mock.calls[0]?.[0];
    // Each copy seals the address anew.
    const removeAddress = (url = '') => url.replace(/(?<=&address=)[\w-]+/, '');
    expect([first?.subject, removeAddress(first?.unsubscribeUrl)]).toEqual(['دورة جديدة', removeAddress(oneClick)]);
    expect(removeAddress(first?.text)).toContain(removeAddress(page));
    expect(await readStatus(id)).toMatchObject({ status: 'sent' });
    expect(await countCopies(id)).toMatchObject({ sent: 2, waiting: 0 });
    await sendAll(1000);
    expect(sent).toHaveBeenCalledTimes(2);
  });

  it('with a bounce address, each copy has its own envelope sender, and the reader sees the usual sender [N9]', async () => {
    mock = await startMailMock({ port: 0, mailboxPort: 0 });
    vi.stubEnv('SMTP_URL', mock.env.SMTP_URL);
    vi.stubEnv('NEWSLETTER_BOUNCE_ADDRESS', 'bounces@midan.example');
    resetConfig();
    await seedSubscriber('mona@midan.example');
    await seedNewsletter(now);
    await sendAll();
    const { id } = await (await db()).outbox.findFirstOrThrow({ select: { id: true } });
    const [mail] = (await (await fetch(`${mock.url}/api/messages`)).json()) as Array<{
      from: string;
      returnPath: string;
    }>;
    expect(mail?.returnPath).toBe(bounceAddress(id));
    expect(copyIdOfBounceAddress(`<${mail?.returnPath}>`)).toBe(id);
    expect(mail?.from).not.toContain('bounces');
  });

  it('a newsletter that cannot be composed does not block another one, and is sent once it can be composed [N9]', async () => {
    const sent = mockSending();
    await seedSubscriber('mona@midan.example');
    const broken = await seedNewsletter(now);
    const composing = vi.spyOn(letters, 'composeNewsletterEmail').mockRejectedValueOnce(new Error('broken'));
    await sendNewsletters(now);
    const other = await seedNewsletter(now);
    await sendNewsletters(later(1));
    expect([await countCopies(broken), await countCopies(other)]).toMatchObject([
      { sent: 0, waiting: 1 },
      { sent: 1, waiting: 0 },
    ]);
    composing.mockRestore();
    await sendAll(120);
    expect(await countCopies(broken)).toMatchObject({ sent: 1, waiting: 0 });
    expect(sent).toHaveBeenCalledTimes(2);
  });

  it('gives a silent mail server one copy in each run [N9]', async () => {
    vi.stubEnv('NEWSLETTER_PER_MINUTE', '600');
    resetConfig();
    const sent = vi
      .spyOn(transport, 'sendMessage')
      .mockRejectedValue(Object.assign(new Error('silent'), { code: 'ETIMEDOUT', timeoutType: 'SOCKET_TIMEOUT' }));
    await seedSubscribers(10, now);
    const id = await seedNewsletter(now);
    await sendNewsletters(now);
    expect(sent).toHaveBeenCalledTimes(1);
    expect(await countCopies(id)).toMatchObject({ inDoubt: 1, waiting: 9 });
  });

  it('a scheduled newsletter waits for its time [N9]', async () => {
    const sent = mockSending();
    await seedSubscriber('mona@midan.example');
    await seedNewsletter(now, { status: 'scheduled', startedAt: null, sendAt: later(60) });
    expect(await hasNewslettersToSend(now)).toBe(false);
    await sendNewsletters(now);
    expect(sent).not.toHaveBeenCalled();
    await sendAll(60);
    expect(sent).toHaveBeenCalledTimes(1);
  });
});

describe('at most once', () => {
  it('two processes at the same time do not send a second copy to any reader [N9]', async () => {
    const sent = mockSending();
    await seedSubscribers(30, now);
    const id = await seedNewsletter(now);
    for (let run = 0; run < 12; run += 1)
      await Promise.all([sendNewsletters(later(run)), sendNewsletters(later(run)), sendNewsletters(later(run))]);
    expect(new Set(listRecipients(sent)).size).toBe(listRecipients(sent).length);
    const figures = await countCopies(id);
    expect(figures.sent + figures.inDoubt).toBe(30);
    expect(listRecipients(sent)).toHaveLength(30);
  });

  it('a process killed while sending leaves one copy in doubt, which is not resent; the other readers get theirs [N9]', async () => {
    await seedSubscribers(10, now);
    const id = await seedNewsletter(now);
    const sent = vi
      .spyOn(transport, 'sendMessage')
      .mockResolvedValueOnce()
      .mockResolvedValueOnce()
      .mockImplementationOnce(() => new Promise(() => undefined))
      .mockResolvedValue();
    void sendNewsletters(now);
    await vi.waitFor(() => expect(sent).toHaveBeenCalledTimes(3));
    await sendAll(30);
    expect(listRecipients(sent)).toHaveLength(10);
    expect(new Set(listRecipients(sent)).size).toBe(10);
    expect(await countCopies(id)).toMatchObject({ sent: 9, inDoubt: 1, waiting: 0 });
  });

  it('after a process is killed while queueing copies, the next one continues at the same place [N9]', async () => {
    const sent = mockSending();
    await seedSubscribers(1200, now);
    const id = await seedNewsletter(now);
    const stopping = new AbortController();
    const segment = await import('./segment');
    const listReaders = segment.listReaders;
    vi.spyOn(segment, 'listReaders').mockImplementationOnce(listReaders).mockRejectedValueOnce(new Error('killed'));
    await expect(sendNewsletters(now, stopping.signal)).rejects.toThrow('killed');
    expect(await (await db()).outbox.count({ where: { newsletterId: id } })).toBe(500);
    await sendNewsletters(later(30));
    expect(await (await db()).outbox.count({ where: { newsletterId: id } })).toBe(1200);
    expect(sent.mock.calls.length).toBeGreaterThan(0);
  });
});

describe('readers who get no copy', () => {
  it('excludes readers who unsubscribed, deleted their account or bounced before it was sent [N9]', async () => {
    const sent = mockSending();
    const client = await db();
    const ids = await Promise.all(['a', 'b', 'mona', 'd'].map((name) => seedSubscriber(`${name}@midan.example`)));
    await seedLearner('mona');
    await client.user.update({ where: { id: 'mona' }, data: { emailConfirmedAt: now }, select: { id: true } });
    const id = await seedNewsletter(now);
    await sendNewsletters(now, AbortSignal.abort());
    await transaction((tx) => endSubscription(tx, ids[0]!));
    await client.subscriber.update({ where: { id: ids[1]! }, data: { bouncedAt: now }, select: { id: true } });
    const { id: sessionId } = await client.session.create({
      data: { userId: 'mona', expiresAt: addSeconds(new Date(), 60) },
      select: { id: true },
    });
    await deleteAccount({
      actor: { ...buildActor('learner'), userId: 'mona', email: 'mona@midan.example', sessionId },
      userId: 'mona',
      email: 'mona@midan.example',
      device: { userAgent: '', ip: '' },
      now: new Date(),
    });
    await sendAll(2);
    expect(listRecipients(sent)).toEqual(['d@midan.example']);
    expect(await countCopies(id)).toMatchObject({ sent: 1 });
    expect((await readStatus(id)).status).toBe('sent');
  });
});

describe('a mail server that refuses', () => {
  const startSmtp = async () => {
    mock = await startMailMock({ port: 0, mailboxPort: 0 });
    vi.stubEnv('SMTP_URL', mock.env.SMTP_URL);
    resetConfig();
    return mock;
  };
  const fail = (body: object) =>
    fetch(`${mock!.url}/_mock/faults`, {
      method: 'POST',
      headers: { 'x-mock-token': 'mock' },
      body: JSON.stringify(body),
    });
  const listReceived = async () =>
    ((await (await fetch(`${mock!.url}/api/messages`)).json()) as Array<{ to: string[] }>).flatMap(({ to }) => to);

  it('a missing mailbox ends its subscription with the server’s answer; the other readers get their copies [N9]', async () => {
    await startSmtp();
    for (const name of ['a', 'gone', 'z']) await seedSubscriber(`${name}@midan.example`);
    const id = await seedNewsletter(now);
    await fail({ kind: 'permanent', to: 'gone@midan.example' });
    await sendAll();
    expect((await listReceived()).sort()).toEqual(['a@midan.example', 'z@midan.example']);
    expect(await listBouncedReaders(9)).toMatchObject([
      { email: 'gone@midan.example', reason: expect.stringContaining('5.1.1') as string },
    ]);
    expect(await countCopies(id)).toMatchObject({ sent: 2, bounced: 1, waiting: 0 });
  });

  it('retries a temporary refusal; a refused text fails and ends no subscription [N9]', async () => {
    await startSmtp();
    await seedSubscriber('a@midan.example');
    const id = await seedNewsletter(now);
    await fail({ kind: 'temporary', times: 1 });
    await sendNewsletters(now);
    expect(await countCopies(id)).toMatchObject({ waiting: 1 });
    await sendAll(60);
    expect(await countCopies(id)).toMatchObject({ sent: 1 });
    const second = await seedNewsletter(now);
    await fail({ kind: 'permanent', times: 1 });
    await sendAll(200);
    expect([await countCopies(second), await listBouncedReaders(9)]).toMatchObject([{ failed: 1, waiting: 0 }, []]);
  });
});
