import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { addSeconds } from '@/lib/clock';
import { resetConfig } from '@/lib/config/config';
import { db, transaction } from '@/lib/database/client';
import { sweepExpired } from '@/lib/jobs/all-jobs';
import { composeNewsletterEmail } from '@/lib/mail/newsletter-email';
import { buildActor } from '@/tests/support/actors';
import { buildBounceMails } from '@/tests/support/bounce-mails';
import { seedCourse, seedLearner } from '@/tests/support/catalogue';
import { resetDatabase } from '@/tests/support/database';
import { seedNewsletter, seedSubscriber } from '@/tests/support/newsletters';
import { listMails } from '@/tests/support/outbox';
import { bounceAddress, bounceSchema, listBouncedReaders, reportBounce, reportBounceMail } from './bounces';
import { countCopies, queueCopies } from './copies';
import { countByLanguage, countReaders } from './segment';
import {
  confirmSubscription,
  findOwnSubscription,
  isOpenRequest,
  requestSubscription,
  setOwnSubscription,
  subscribeSchema,
  unsubscribe,
  unsubscribeUrls,
} from './subscription';

const now = new Date('2026-11-22T10:00:00Z');
const inDays = (days: number) => addSeconds(now, days * 86_400);
const courseSlug = 'nextjs-from-zero';

const ask = (email = 'mona@midan.example', at = now) =>
  requestSubscription({ email, lang: 'de', ip: '192.0.2.1', now: at });
const readToken = (mail: { data: Record<string, string> } | undefined) =>
  new URL(mail?.data.url ?? '').searchParams.get('token') ?? '';
const listSubscribers = async () => (await db()).subscriber.findMany({ orderBy: { email: 'asc' } });
const parseLink = (url: string) =>
  Object.fromEntries(new URL(url).searchParams) as unknown as { reader: string; letter: string; key: string };

beforeEach(async () => void (await resetDatabase()));
afterEach(() => {
  vi.unstubAllEnvs();
  resetConfig();
});

describe('signing up', () => {
  it('mails an address only after its link is confirmed, once, in the language of the page [N9]', async () => {
    await ask(subscribeSchema.parse({ email: ' Mona@Midan.example ' }).email);
    expect(await listSubscribers()).toEqual([]);
    const [mail] = await listMails();
    expect(mail).toMatchObject({ to: 'mona@midan.example', lang: 'de', template: 'newsletter-confirm' });
    expect(mail?.data.url).toContain('/de/newsletter/confirm?token=');
    const stored = await (await db()).subscriptionRequest.findFirstOrThrow();
    expect(JSON.stringify(stored)).not.toContain(readToken(mail));
    expect(await isOpenRequest(readToken(mail), now)).toBe(true);
    expect(await confirmSubscription(readToken(mail), now)).toEqual({ lang: 'de' });
    expect(await listSubscribers()).toMatchObject([
      { email: 'mona@midan.example', lang: 'de', consentVersion: 1, consentAt: now },
    ]);
    await expect(confirmSubscription(readToken(mail), now)).rejects.toMatchObject({ status: 422, key: 'link-used' });
  });

  it('a link is valid for three days; its request is then swept [N9]', async () => {
    await ask();
    const token = readToken((await listMails())[0]);
    await expect(confirmSubscription(token, inDays(3.1))).rejects.toMatchObject({ key: 'link-used' });
    expect(await isOpenRequest(token, inDays(3.1))).toBe(false);
    await sweepExpired(inDays(2));
    expect(await (await db()).subscriptionRequest.count()).toBe(1);
    await sweepExpired(inDays(4));
    expect(await (await db()).subscriptionRequest.count()).toBe(0);
  });

  it('the form does not reveal a known address: it sends the same mail, and confirming again only changes the language [N9]', async () => {
    const id = await seedSubscriber('mona@midan.example', 'ar', inDays(-9));
    await ask();
    await ask('new@midan.example');
    const [known, unknown] = await listMails();
    expect({ ...known, key: '', to: '', data: {} }).toEqual({ ...unknown, key: '', to: '', data: {} });
    await confirmSubscription(readToken(known), now);
    expect(await listSubscribers()).toMatchObject([{ id, lang: 'de', consentAt: now }]);
  });

  it('silently limits a mailbox to three mails an hour, and limits the requests of one visitor [N9]', async () => {
    vi.stubEnv('LIMIT_SCALE', '1');
    resetConfig();
    for (let times = 0; times < 6; times += 1) await ask();
    expect(await listMails()).toHaveLength(3);
    await ask('mona@midan.example', addSeconds(now, 3700));
    expect(await listMails()).toHaveLength(4);
    const sendFlood = async () => {
      for (let times = 0; times < 60; times += 1) await ask(`flood-${times}@midan.example`);
    };
    await expect(sendFlood()).rejects.toMatchObject({ status: 429 });
  });

  it.each([
    ['', 'email_required'],
    ['mona@', 'email_invalid'],
    [`${'x'.repeat(250)}@midan.example`, 'email_invalid'],
    [undefined, 'email_required'],
  ])('refuses %j as %s [N9]', (email, fault) => {
    expect(subscribeSchema.safeParse({ email }).error?.issues[0]?.message).toBe(fault);
  });
});

describe('the profile', () => {
  const mona = { ...buildActor('learner'), userId: 'mona', email: 'mona@midan.example' };
  const choose = (newsletter: 'on' | 'off') =>
    setOwnSubscription({ actor: mona, userId: 'mona', wanted: { newsletter, newsletterLang: 'en' }, now });

  it('learners see, start and end only the subscription of their own confirmed address [N9, X48]', async () => {
    await seedLearner('mona');
    await expect(choose('on')).rejects.toMatchObject({ status: 409 });
    await seedSubscriber('mona@midan.example');
    expect(await findOwnSubscription(mona)).toBeNull();
    await (await db()).user.update({ where: { id: 'mona' }, data: { emailConfirmedAt: now }, select: { id: true } });
    expect([await choose('on'), await findOwnSubscription(mona)]).toEqual([
      { wanted: true },
      { lang: 'en', bounced: false },
    ]);
    expect([await choose('off'), await findOwnSubscription(mona)]).toEqual([{ wanted: false }, null]);
    await expect(
      setOwnSubscription({
        actor: buildActor('admin'),
        userId: 'mona',
        wanted: { newsletter: 'on', newsletterLang: 'en' },
        now,
      }),
    ).rejects.toMatchObject({ status: 403 });
  });
});

describe('segments', () => {
  const count = (over: object = {}) =>
    countReaders({ readerLang: null, courseSlug: null, courseOwners: true, ...over });

  it('select by language, and by course ownership of a confirmed account with the same address [N9]', async () => {
    await seedCourse();
    for (const [email, lang] of [
      ['mona@midan.example', 'ar'],
      ['hala@midan.example', 'ar'],
      ['karim@midan.example', 'en'],
      ['gone@midan.example', 'ar'],
    ] as const)
      await seedSubscriber(email, lang);
    const client = await db();
    for (const id of ['mona', 'hala', 'karim', 'stranger']) {
      await seedLearner(id);
      await client.enrolment.create({
        data: { userId: id, courseSlug, source: 'purchase', grantedAt: now, revokedAt: id === 'karim' ? now : null },
        select: { userId: true },
      });
    }
    await client.user.updateMany({ where: { id: { not: 'hala' } }, data: { emailConfirmedAt: now } });
    await client.subscriber.update({
      where: { email: 'gone@midan.example' },
      data: { bouncedAt: now },
      select: { id: true },
    });
    expect([await count(), await count({ readerLang: 'ar' }), await count({ readerLang: 'de' })]).toEqual([3, 2, 0]);
    expect([
      await count({ courseSlug }),
      await count({ courseSlug, courseOwners: false }),
      await count({ courseSlug, readerLang: 'en' }),
    ]).toEqual([1, 2, 0]);
    expect(await countByLanguage()).toEqual({ ar: 2, en: 1 });
  });
});

describe('unsubscribing', () => {
  it('the link deletes the subscription without signing in, can be used again, and counts once for its newsletter [N9]', async () => {
    const reader = await seedSubscriber('mona@midan.example');
    const letter = await seedNewsletter(now);
    const link = parseLink(unsubscribeUrls({ id: reader, email: 'mona@midan.example' }, letter, 'ar').oneClick);
    await expect(unsubscribe({ ...link, key: 'x' })).rejects.toMatchObject({ status: 404 });
    await expect(unsubscribe({ ...link, letter: 'another' })).rejects.toMatchObject({ status: 404 });
    expect(await listSubscribers()).toHaveLength(1);
    await unsubscribe(link);
    await unsubscribe(link);
    expect(await listSubscribers()).toEqual([]);
    expect(
      await (await db()).newsletter.findUnique({ where: { id: letter }, select: { unsubscribedCount: true } }),
    ).toEqual({ unsubscribedCount: 1 });
  });

  it('the link of an old newsletter ends a subscription that began again later [N9]', async () => {
    const email = 'mona@midan.example';
    const letter = await seedNewsletter(now);
    const link = parseLink(unsubscribeUrls({ id: await seedSubscriber(email), email }, letter, 'ar').oneClick);
    await unsubscribe(link);
    await seedSubscriber(email);
    const other = await seedSubscriber('omar@midan.example');
    await unsubscribe({ ...link, address: 'x' });
    expect(await listSubscribers()).toHaveLength(2);
    await unsubscribe(link);
    expect((await listSubscribers()).map(({ id }) => id)).toEqual([other]);
  });
});

describe('bounces reported after sending', () => {
  const report = (over: object = {}) =>
    reportBounce(bounceSchema.parse({ email: 'Mona@midan.example', reason: '550 5.1.1 unknown', ...over }), now);

  it('end the subscription with the reason, and count for the last newsletter; full mailboxes and unknown addresses are ignored [N9]', async () => {
    const reader = await seedSubscriber('mona@midan.example');
    const letter = await seedNewsletter(now, { status: 'sent' });
    await transaction((tx) => queueCopies(tx, letter, [reader], now));
    await (await db()).outbox.updateMany({ data: { doneAt: now, outcome: 'sent' } });
    await report({ permanent: false });
    await report({ email: 'nobody@midan.example' });
    expect(await listBouncedReaders(9)).toEqual([]);
    await report();
    await report({ reason: 'again' });
    expect(await listBouncedReaders(9)).toEqual([
      { email: 'mona@midan.example', bouncedAt: now, reason: '550 5.1.1 unknown' },
    ]);
    expect(await countCopies(letter)).toMatchObject({ sent: 0, bounced: 1 });
    await seedSubscriber('mona@midan.example', 'ar', inDays(1));
    expect(await listBouncedReaders(9), 'whoever confirms anew is reachable').toEqual([]);
  });
});

describe('bounce mails', () => {
  const copyTo = async (email: string) => {
    const reader = await seedSubscriber(email);
    const letter = await seedNewsletter(now, { status: 'sent' });
    await transaction((tx) => queueCopies(tx, letter, [reader], now));
    await (await db()).outbox.updateMany({ where: { newsletterId: letter }, data: { doneAt: now, outcome: 'sent' } });
    return {
      letter,
      ...(await (await db()).outbox.findFirstOrThrow({ where: { newsletterId: letter }, select: { id: true } })),
    };
  };
  beforeEach(() => {
    vi.stubEnv('NEWSLETTER_BOUNCE_ADDRESS', 'bounces@midan.example');
    resetConfig();
  });

  it('end the subscription that their return address names, whatever recipient they state [N9]', async () => {
    const { letter, id } = await copyTo('mona@midan.example');
    const other = await copyTo('karim@midan.example');
    const mails = buildBounceMails(bounceAddress(id)!.toUpperCase());
    expect(await reportBounceMail(mails['Postfix, still trying']!.mail, now)).toContain('nothing done');
    expect(await listBouncedReaders(9)).toEqual([]);
    expect(await reportBounceMail(mails.Gmail!.mail, now)).toContain('the subscription is ended');
    expect(await listBouncedReaders(9)).toMatchObject([
      { email: 'mona@midan.example', reason: expect.stringContaining('does not exist') },
    ]);
    expect([await countCopies(letter), await countCopies(other.letter)]).toMatchObject([
      { sent: 0, bounced: 1 },
      { sent: 1, bounced: 0 },
    ]);
  });

  it('counts a bounce for a subscriber who has left, and does not store the address again [N9, D10]', async () => {
    const { letter, id } = await copyTo('mona@midan.example');
    await (await db()).subscriber.deleteMany();
    expect(await reportBounceMail(buildBounceMails(bounceAddress(id)!).Gmail!.mail, now)).toContain(
      'the subscription is ended',
    );
    expect([
      await countCopies(letter),
      await (await db()).outbox.findUnique({ where: { id }, select: { lastError: true } }),
    ]).toMatchObject([{ bounced: 1 }, { lastError: null }]);
  });

  it('counts a refused text without ending the subscription, and ignores forged, old and other mails [N9]', async () => {
    const { letter, id } = await copyTo('mona@midan.example');
    const { mail } = buildBounceMails(bounceAddress(id)!).Postfix!;
    const spam = mail.replace('Status: 5.1.1', 'Status: 5.7.1');
    expect(await reportBounceMail(spam, now)).toContain('counted as failed');
    expect([await listBouncedReaders(9), await countCopies(letter)]).toMatchObject([[], { failed: 1 }]);
    const said = await Promise.all(
      [
        mail.replaceAll(/\.[0-9a-f]{16}@/g, '.0123456789abcdef@'),
        mail.replaceAll(`+${id}.`, `+${id + 1n}.`),
        'To: bounces@midan.example\n\nHello',
      ].map((each) => reportBounceMail(each, now)),
    );
    expect(said.every((each) => each.endsWith('nothing done.'))).toBe(true);
    await (await db()).outbox.deleteMany();
    expect(await reportBounceMail(mail, now)).toContain('too old');
    expect(await listBouncedReaders(9)).toEqual([]);
  });
});

describe('data kept about a newsletter', () => {
  it('keeps only its figures after three months, not its recipients [N9]', async () => {
    const reader = await seedSubscriber('mona@midan.example');
    const letter = await seedNewsletter(now, { status: 'sent', endedAt: now });
    await transaction((tx) => queueCopies(tx, letter, [reader], now));
    await (await db()).outbox.updateMany({ data: { doneAt: now, outcome: 'sent' } });
    await sweepExpired(inDays(80));
    expect(await (await db()).outbox.count()).toBe(1);
    await sweepExpired(inDays(91));
    expect(await (await db()).outbox.count()).toBe(0);
    expect((await (await db()).newsletter.findUniqueOrThrow({ where: { id: letter } })).figures).toMatchObject({
      sent: 1,
      waiting: 0,
    });
  });
});

describe('the mail', () => {
  const letter = {
    lang: 'ar' as const,
    subject: 'دورة <جديدة>',
    preview: 'تبدأ الأحد',
    html: '<h2>أهلًا</h2><p>انظر <a href="/ar/courses">الدورات</a> &amp; غيرها</p><ul><li>أولًا</li><li>ثانيًا</li></ul><img src="/assets/x.svg" alt="رسم"><script>alert(1)</script><img src="https://tracker.example/p.gif">',
  };

  it('is set right to left, with absolute URLs, an unsubscribe link and no foreign content [N9]', async () => {
    const { html, text, subject } = await composeNewsletterEmail(
      letter,
      'https://midan.example/ar/newsletter/unsubscribe?reader=1',
    );
    expect(subject).toBe('دورة <جديدة>');
    expect(html).toContain('<html lang="ar" dir="rtl">');
    expect(html).toContain('دورة &lt;جديدة&gt;');
    expect(html).toMatch(/<a href="http:\/\/localhost:3000\/ar\/courses" style="[^"]+"/);
    expect(html).toContain('src="http://localhost:3000/assets/x.svg"');
    expect(html).toContain('href="https://midan.example/ar/newsletter/unsubscribe?reader=1"');
    expect(html).not.toMatch(/script|tracker\.example/);
    expect(text).toContain('انظر الدورات \u2066(http://localhost:3000/ar/courses)\u2069 & غيرها');
    expect(text).toContain('- أولًا\n- ثانيًا');
    expect(text).toContain('https://midan.example/ar/newsletter/unsubscribe?reader=1');
    expect(text).not.toMatch(/[<>]p|&amp;/);
  });
});
