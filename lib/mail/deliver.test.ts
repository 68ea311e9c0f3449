import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { resetConfig } from '@/lib/config/config';
import { db, transaction } from '@/lib/database/client';
import { readMessages } from '@/lib/i18n/messages';
import { languages } from '@/lib/language';
import { startMailMock } from '@/mocks/mail/server';
import { resetDatabase } from '@/tests/support/database';
import { createFolder, removeFolder } from '@/tests/support/folders';
import { composeEmail } from './compose';
import { deliverOutbox } from './deliver';
import { enqueueMail } from './outbox';
import * as transport from './transport';

const now = new Date('2026-11-21T10:00:00Z');
const later = new Date(now.getTime() + 60_000);
const receipt = {
  key: 'receipt:1',
  to: 'mona@midan.example',
  lang: 'ar' as const,
  template: 'receipt',
  data: {
    name: 'منى',
    orderId: 'o1',
    orderNumber: '7',
    description: 'دورة',
    amountPiastres: '150000',
    courseSlug: 'next',
    paidAt: now.toISOString(),
  },
};
let folder: string;
let mock: Awaited<ReturnType<typeof startMailMock>> | undefined;

const enqueue = (mail = receipt) => transaction((tx) => enqueueMail(tx, mail));
const setDue = async () => (await db()).outbox.updateMany({ data: { nextAt: now } });
const readRow = async () =>
  (await db()).outbox.findFirstOrThrow({ select: { doneAt: true, attempts: true, lastError: true, nextAt: true } });

describe('outbox', () => {
  beforeEach(async () => {
    await resetDatabase();
    folder = createFolder('DATA_DIR');
  });
  afterEach(async () => {
    await mock?.close();
    mock = undefined;
    removeFolder(folder);
  });

  const startSmtp = async () => {
    mock = await startMailMock({ port: 0, mailboxPort: 0 });
    vi.stubEnv('SMTP_URL', mock.env.SMTP_URL);
    resetConfig();
    return mock;
  };

  it('sends a message once even if it was queued twice, with the product name first in its subject [R11, P6]', async () => {
    const { mailboxPort } = await startSmtp();
    await enqueue();
    await enqueue();
    await setDue();
    expect(await deliverOutbox(now)).toBe(1);
    expect(await deliverOutbox(later)).toBe(0);
    const [message, ...others] = (await (await fetch(`http://127.0.0.1:${mailboxPort}/api/messages`)).json()) as Array<{
      id: string;
      subject: string;
    }>;
    expect(others).toEqual([]);
    expect(message?.subject).toBe('Midan: إيصال الطلب رقم 7');
    expect(await readRow()).toMatchObject({ doneAt: now, lastError: null });
  });

  it('retries soon after the mail server refused, and loses nothing [R11]', async () => {
    const { mailboxPort, controlToken } = await startSmtp();
    const fault = {
      method: 'POST',
      headers: { 'x-mock-token': controlToken, 'content-type': 'application/json' },
      body: JSON.stringify({ kind: 'temporary', times: 1 }),
    };
    await fetch(`http://127.0.0.1:${mailboxPort}/_mock/faults`, fault);
    await enqueue();
    await setDue();
    expect(await deliverOutbox(now)).toBe(0);
    expect(await readRow()).toMatchObject({ doneAt: null, attempts: 1, nextAt: new Date(now.getTime() + 2000) });
    expect(await deliverOutbox(later)).toBe(1);
  });

  it('a process that dies while it sends leaves one mail in doubt, after sending the urgent mail first [N13, N20]', async () => {
    const sendMessage = vi
      .spyOn(transport, 'sendMessage')
      .mockImplementation(({ key }) => (key.startsWith('once:') ? new Promise(() => undefined) : Promise.resolve()));
    for (const key of ['once:1', 'once:2', 'once:3'])
      await transaction((tx) => enqueueMail(tx, { ...receipt, key, isAtMostOnce: true }));
    await enqueue();
    await setDue();
    void deliverOutbox(now);
    await vi.waitFor(() => expect(sendMessage.mock.calls.map(([{ key }]) => key)).toEqual([receipt.key, 'once:1']));
    sendMessage.mockResolvedValue();
    expect(await deliverOutbox(later)).toBe(2);
    const client = await db();
    const left = await client.outbox.findMany({
      where: { outcome: { not: 'sent' } },
      select: { key: true, outcome: true },
    });
    expect(left).toEqual([{ key: 'once:1', outcome: 'inDoubt' }]);
    sendMessage.mockRestore();
  });

  it('does not send a code that has expired [R11]', async () => {
    await transaction((tx) => enqueueMail(tx, { ...receipt, expiresAt: now }));
    await setDue();
    expect(await deliverOutbox(now)).toBe(0);
    expect(await readRow()).toMatchObject({ doneAt: now, lastError: 'expired before it could be sent' });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('writes the mail to a file without a mail server; the code is on a line of its own [D3]', async () => {
    await enqueue({
      ...receipt,
      key: 'otp:1',
      template: 'one-time-code',
      data: { name: 'Mona', code: '123456', minutes: '10' } as never,
    });
    await setDue();
    expect(await deliverOutbox(now)).toBe(1);
    const [file] = readdirSync(join(folder, 'mail'));
    expect(readFileSync(join(folder, 'mail', file ?? ''), 'utf8')).toMatch(/^Message-ID: <[0-9a-f]{32}@localhost>/m);
    const { text, subject } = await composeEmail('one-time-code', 'de', { code: '123456', minutes: '10' });
    expect(text.split('\n')).toContain('123456');
    expect(text.trimEnd().split('\n').at(-1)).toBe('@localhost #123456');
    expect(subject).toBe('Midan: Ihr Bestätigungscode');
  });

  it('a reply to a mail goes to the company, and an enquiry counts as its sender’s own mail [P7, S3]', async () => {
    vi.stubEnv('CONTACT_EMAIL', 'hello@midan.example');
    resetConfig();
    await enqueue({
      ...receipt,
      key: 'refused:1',
      template: 'refund-refused',
      data: { ...receipt.data, reason: 'x' } as never,
    });
    await enqueue({
      ...receipt,
      key: 'contact:1',
      template: 'enquiry',
      data: { fullName: 'Karim', email: 'k@x.example', phoneNumber: '1', message: 'm' },
      replyTo: 'k@x.example',
    } as never);
    await setDue();
    expect(await deliverOutbox(now)).toBe(2);
    const letters = readdirSync(join(folder, 'mail')).map((file) => readFileSync(join(folder, 'mail', file), 'utf8'));
    expect(letters.map((letter) => /^Reply-To: (.*?)\r?$/m.exec(letter)?.[1]).sort()).toEqual([
      'hello@midan.example',
      'k@x.example',
    ]);
    expect(
      letters.map((letter) => [letter.includes('Karim'), /^Auto-Submitted: auto-generated/m.test(letter)]),
    ).toEqual(
      expect.arrayContaining([
        [false, true],
        [true, false],
      ]),
    );
  });

  it('a receipt lists what was paid, and an enquiry keeps the text direction of its message [P6, S3]', async () => {
    const { html, text } = await composeEmail('receipt', 'en', receipt.data);
    expect(html).toMatch(/<td[^>]*>Amount<\/td><td[^>]*>1,500 L\.E<\/td>/);
    expect(text).toContain('Amount: 1,500 L.E\nOrder: 7\n');
    const enquiry = await composeEmail('enquiry', 'ar', {
      fullName: 'Karim',
      email: 'e',
      phoneNumber: '1',
      message: 'Hello.',
    });
    expect(enquiry.html).toMatch(/<blockquote [^>]*><div dir="ltr"[^>]*>Hello\./);
    expect(enquiry.html, 'a long address is wrapped, not cut off').toMatch(/<div [^>]*overflow-wrap:break-word">/);
  });

  it('the mail about an ended session links to the page for a new password [D8]', async () => {
    const { text } = await composeEmail('session-ended', 'de', { name: 'Mona' });
    expect(text).toMatch(/Neues Passwort wählen:\n\S+\/de\/forgetPassword\n/);
  });

  it('receipt and refund mails link to the printable receipt, and a mail about a double charge does not [P6, P7]', async () => {
    for (const template of ['receipt', 'refunded']) {
      const { text, html } = await composeEmail(template, 'de', { ...receipt.data, creditNoteNumber: '3' });
      for (const part of [text, html]) expect(part).toMatch(/\/de\/payment\/receipt\/o1\b/);
    }
    expect((await composeEmail('double-charge', 'de', receipt.data)).text).not.toContain('/payment/receipt/');
  });

  it('every mail has texts in each language, and escapes user input [D3, P6]', async () => {
    const templates = [
      'confirm-email',
      'one-time-code',
      'login-code',
      'session-ended',
      'password-changed',
      'password-removed',
      'passkey-added',
      'passkey-removed',
      'second-factor-on',
      'second-factor-off',
      'second-factor-reset',
      'authenticator-changed',
      'recovery-codes-replaced',
      'provider-linked',
      'provider-unlinked',
      'confirm-new-email',
      'email-in-use',
      'email-changed',
      'unconfirmed-email-changed',
      'email-restored',
      'email-withdrawn',
      'new-device',
      'second-factor-locked',
      'recovery-code-used',
      'receipt',
      'free-order',
      'refunded',
      'double-charge',
      'double-purchase',
      'double-order',
      'coupon-over',
      'payment-in-review',
      'payment-to-decide',
      'gift',
      'gift-receipt',
      'seats-receipt',
      'seat-invitation',
      'seat-left',
      'seat-declined',
      'gift-refund-requested',
      'gift-refund-refused',
      'seats-refund-requested',
      'seats-refund-refused',
      'refund-requested',
      'refund-refused',
      'reminder-hour',
      'reminder-day',
      'reminder-kiosk',
      'enquiry',
      'question-asked',
      'question-answered',
      'weekly',
      'newsletter-confirm',
      'newsletter-refused',
    ];
    const texts = (await readMessages('ar')).mail as Record<string, unknown>;
    const shared = ['greeting', 'signature', 'newsletter'];
    expect(templates.toSorted()).toEqual(
      Object.keys(texts)
        .filter((key) => !shared.includes(key))
        .toSorted(),
    );
    const data = {
      ...receipt.data,
      code: '1',
      minutes: '10',
      url: 'https://x.example/?a=1&b=2',
      dueAt: now.toISOString(),
      reason: '<b>',
      creditNoteNumber: '3',
      fullName: '<i>',
      email: 'e',
      phoneNumber: '1',
      message: 'm',
      changedAt: now.toISOString(),
      passkey: 'Chrome',
      provider: 'Google',
      password: 'removed',
      undoUntilAt: now.toISOString(),
      device: 'Chrome',
      billReference: '123',
      payUntilAt: now.toISOString(),
      sheetUrl: 'https://x.example/',
      author: '<u>',
      course: 'c',
      lesson: 'l',
      coupon: 'TEN',
      giver: 'g',
      recipient: 'r',
      inviter: 'i',
      who: 'w',
      discountPiastres: '100',
      receivedPiastres: '90000',
      lessons: '2',
      quizzes: '1',
      goal: 'begun',
      goalMinutes: '60',
      newsletter: 'n',
      state: 'paused',
      refused: '3',
      all: '9',
    };
    for (const lang of languages) {
      for (const template of templates) {
        const mail = await composeEmail(template, lang, data);
        expect(`${mail.subject}${mail.text}`, `${lang} ${template}`).not.toMatch(/\bmail\.|\{[a-zA-Z]+\}/);
        expect(mail.html).not.toMatch(/<b>|<i>/);
      }
    }
  });
});
