import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { findActor } from '@/lib/accounts/sessions/actor-of';
import { startSession } from '@/lib/accounts/sessions/start-session';
import { personalData } from '@/lib/api/answers/account';
import { onInvalidate } from '@/lib/cache/invalidate';
import { resetConfig } from '@/lib/config/config';
import { contactSchema, receiveContactMessage } from '@/lib/contact/receive-message';
import { listRatings, moderateRating } from '@/lib/courses/admin/ratings';
import { giveFeedback } from '@/lib/courses/feedback';
import { issueCertificate } from '@/lib/courses/progress/certificate';
import { reportProgress } from '@/lib/courses/progress/report-progress';
import { listPublishedRatings, rateCourse } from '@/lib/courses/ratings';
import { db, transaction } from '@/lib/database/client';
import { hideText } from '@/lib/lessons/admin/questions';
import { addNote } from '@/lib/lessons/notes';
import { answerQuestion, askQuestion } from '@/lib/lessons/questions/ask';
import { enqueueNewsletterEmail } from '@/lib/mail/outbox';
import { queueCopies } from '@/lib/newsletter/copies';
import { requestSubscription, setOwnSubscription } from '@/lib/newsletter/subscription';
import { exportOrdersAsCsv } from '@/lib/orders/admin/order-list';
import type { PurchaseFor } from '@/lib/orders/checkout/basket';
import { refuseRefund, requestRefund } from '@/lib/orders/refunds/refund-requests';
import { sendReminders, stopReminders, stopUrls } from '@/lib/orders/reminders';
import type { Actor } from '@/lib/permissions';
import { buildActor } from '@/tests/support/actors';
import { TestAuthenticator } from '@/tests/support/authenticator';
import { buyGift, openGiftAs, readGiftToken } from '@/tests/support/gifts';
import { exportOf } from '@/tests/support/personal-export';
import { buySeats, invite } from '@/tests/support/seats';
import {
  checkOut,
  createWorld,
  inMinutes,
  pay,
  startShopOfFile,
  stockBundle,
  waitForOrder,
} from '@/tests/support/shop';
import { changeDetails } from './change-details';
import { createAccount } from './create-account';
import { deleteAccount } from './delete-account';
import { requestEmailChange } from './email-change';
import { sendCode } from './one-time-codes';
import { createRegistrationOptions, registerPasskey, removePasskey, renamePasskey } from './passkeys';
import { signUpSchema } from './schema';

const mark = 'zzmark';
const phone = '01098761234';
const taxNumber = '987654321';
const email = `${mark}@midan.example`;
const device = { userAgent: `Firefox ${mark}`, ip: '10.0.0.1' };
const shop = startShopOfFile();
const now = () => new Date();
let other: Actor;
let person: Actor;

beforeEach(async () => {
  vi.stubEnv('CONTACT_EMAIL', 'office@midan.example');
  vi.stubEnv('CONTACT_WEBHOOK_URL', 'https://crm.example/enquiries');
  vi.stubEnv('SELLER_TAX_NUMBER', '100200300');
  vi.stubEnv('SELLER_NAME', 'Midan LLC');
  vi.stubEnv('SELLER_ADDRESS', 'Cairo, Nasr City, Abbas El Akkad, 12');
  resetConfig();
  other = await createWorld(shop);
  await stockBundle();
  const text = {
    title: 'A',
    summary: 'A',
    imageUrl: '/assets/x.svg',
    courseInfo: { createdBy: 'Midan', whatYouWillLearn: [], courseInclude: [] },
  };
  await (await db()).course.updateMany({ data: { text: { ar: text, en: text, de: text } } });
  person = await signUp();
});
afterEach(() => {
  vi.unstubAllEnvs();
  resetConfig();
});

async function signUp(): Promise<Actor> {
  const form = signUpSchema.parse({ name: `${mark} person`, email, phone, sub: 'river-lantern-42' });
  const made = await createAccount({ form, lang: 'en', guestId: null, ip: 'x', now: now() });
  await (await db()).user.updateMany({ where: { email }, data: { emailConfirmedAt: now(), ownerProvenAt: now() } });
  const session = await startSession({ userId: made.ok ? made.value.userId : '' }, device, now());
  return (await findActor(session.sessionId, session.userId, now()))!;
}

const billing = {
  first_name: mark,
  last_name: `${mark}son`,
  phone_number: phone,
  email: `${mark}.bills@elsewhere.example`,
};

async function buyAs(purchaseFor: PurchaseFor, productKey: string, typed = {}): Promise<string> {
  const { url, orderId } = await checkOut(person, {
    productKey,
    purchaseFor,
    billing: { ...billing, ...typed },
    lang: 'en',
  });
  await pay(shop, url);
  await waitForOrder(orderId);
  return orderId;
}

async function findPlaces(words: readonly string[]): Promise<string[]> {
  const client = await db();
  const tables = await client.$queryRaw<Array<{ name: string; columns: string[] }>>`
    SELECT c.table_name AS name, array_agg(c.column_name::text) AS columns
    FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
    WHERE c.table_schema = current_schema() AND t.table_type = 'BASE TABLE' GROUP BY c.table_name`;
  const places: string[] = [];
  for (const { name, columns } of tables) {
    const looks = columns.map((column) => `bool_or("${column}"::text ~* $1) AS "${column}"`);
    const [found] = await client.$queryRawUnsafe<Array<Record<string, boolean | null>>>(
      `SELECT ${looks.join(', ')} FROM "${name}"`,
      words.join('|'),
    );
    places.push(...columns.filter((column) => found?.[column]).map((column) => `${name}.${column}`));
  }
  return places.sort();
}

async function payForProduct(): Promise<string> {
  const bought = await buyAs({ kind: 'self' }, 'product-a', { tax_number: taxNumber });
  await buyAs(
    {
      kind: 'gift',
      gift: {
        recipientEmail: `${mark}.friend@else.example`,
        recipientName: `${mark} friend`,
        card: `from ${mark}`,
        sendAt: null,
      },
    },
    'product-b',
  );
  const seats = await buyAs({ kind: 'seats', count: 2 }, 'product-b');
  await invite(person, seats, `${mark}.colleague@else.example`);
  return bought;
}

async function reserveKioskBill(): Promise<void> {
  const { orderId } = await checkOut(person, { productKey: 'product-b', billing, lang: 'en' });
  await sendReminders(inMinutes(61));
  const key = new URL(stopUrls(orderId, 'en').page).searchParams.get('key') ?? '';
  await stopReminders({ order: orderId, key, now: now() });
}

async function receiveFromOthers(): Promise<void> {
  await buyGift(shop, other, {
    productKey: 'product-b',
    details: { recipientEmail: email, recipientName: mark, card: `For ${mark}` },
  });
  await openGiftAs(person, await readGiftToken());
  await invite(other, await buySeats(shop, other, 1), email);
  await buyGift(shop, other, {
    productKey: 'product-b',
    details: { recipientEmail: email, recipientName: `${mark} too`, card: `Also for ${mark}` },
  });
}

async function learnLesson(): Promise<void> {
  const own = { actor: person, userId: person.userId, courseSlug: 'course-a' };
  const place = { courseSlug: 'course-a', lesson: '01.mp4' };
  for (let at = 0; at < 7; at += 1)
    await reportProgress({ ...own, report: { lesson: `0${at}.mp4`, played: true }, lang: 'ar', now: now() });
  await addNote({
    actor: person,
    userId: person.userId,
    lang: 'en',
    ...place,
    note: { positionSeconds: 1, text: `${mark} note` },
    now: now(),
  });
  await giveFeedback({ ...own, feedback: { rating: 3, answers: { free: `${mark} thinks` } }, now: now() });
  await rateCourse({ ...own, rating: { stars: 4, text: `${mark} says` }, now: now() });
  await issueCertificate({ ...own, now: now() });
  const client = await db();
  await client.enrolment.create({
    data: { userId: other.userId, courseSlug: 'course-a', source: 'admin' },
    select: { id: true },
  });
  await client.user.create({
    data: { role: 'admin', name: 'Teacher', email: 'teacher@midan.example', emailConfirmedAt: now() },
    select: { id: true },
  });
  const answered = await askQuestion({ actor: person, ...place, text: `${mark} asks`, now: now() });
  await askQuestion({ actor: person, ...place, text: `${mark} asks in vain`, now: now() });
  await answerQuestion({ actor: other, questionId: answered.id, text: 'So', now: now() });
  const question = await askQuestion({ actor: other, ...place, text: 'Who knows?', now: now() });
  await answerQuestion({ actor: person, questionId: question.id, text: `${mark} knows`, now: now() });
}

async function writeToUs(): Promise<void> {
  const message = contactSchema.parse({
    fullName: `${mark} person`,
    email: 'ZZmark@Midan.example',
    phoneNumber: phone,
    message: `${mark} would like a site`,
  });
  await receiveContactMessage(message, { lang: 'en', ip: 'x', now: now() });
  await setOwnSubscription({
    actor: person,
    userId: person.userId,
    wanted: { newsletter: 'on', newsletterLang: 'en' },
    now: now(),
  });
  const client = await db();
  const { id: subscriberId } = await client.subscriber.findUniqueOrThrow({ where: { email }, select: { id: true } });
  const { id: newsletterId } = await client.newsletter.create({
    data: { lang: 'en', subject: 'News', preview: '', html: '<p>News</p>' },
    select: { id: true },
  });
  await transaction(async (tx) => {
    await queueCopies(tx, newsletterId, [subscriberId], now());
    await tx.outbox.updateMany({
      where: { newsletterId },
      data: { doneAt: now(), outcome: 'bounced', lastError: `550 <${email}>: no such user` },
    });
    await enqueueNewsletterEmail(tx, {
      key: `newsletter-test:${newsletterId}:${person.userId}:1`,
      to: email,
      letter: { lang: 'en', subject: 'News', preview: '', html: '<p>News</p>' },
    });
  });
}

async function changeAccount(): Promise<void> {
  const own = { actor: person, userId: person.userId, device, now: now() };
  await changeDetails({ ...own, name: `${mark} the second` });
  await requestEmailChange({ ...own, email: `${mark}.new@midan.example`, lang: 'en' });
  await sendCode('login', { email, ip: 'x', now: now() });
  const options = await createRegistrationOptions({ actor: person, device, now: now() });
  const { id: passkeyId } = await registerPasskey(person, new TestAuthenticator().create(options), device, now());
  await renamePasskey({ ...own, passkeyId, name: `${mark}’s phone` });
  await removePasskey({ ...own, passkeyId });
  await exportOrdersAsCsv(buildActor('admin'), { q: mark });
}

async function useAccount(): Promise<void> {
  await reserveKioskBill();
  const orderId = await payForProduct();
  await receiveFromOthers();
  await learnLesson();
  await writeToUs();
  await requestRefund({ actor: person, userId: person.userId, orderId, reason: `${mark} is not for me`, now: now() });
  await changeAccount();
  await isModerated(orderId);
  await requestSubscription({ email, lang: 'en', ip: 'x', now: now() });
}

async function isModerated(orderId: string): Promise<void> {
  const admin = buildActor('admin', { totpAt: now() });
  const client = await db();
  await refuseRefund({ actor: admin, orderId, reason: `${mark} has seen it all`, now: now() });
  const question = await client.question.findFirstOrThrow({ where: { text: `${mark} asks` }, select: { id: true } });
  await hideText({
    actor: admin,
    kind: 'question',
    id: question.id,
    hidden: true,
    reason: `${mark} is rude`,
    now: now(),
  });
  const {
    rows: [rating],
  } = await listRatings(admin, { state: 'waiting', page: 1 });
  await moderateRating(admin, rating!.id, { status: 'published', changedAt: rating!.changedAt.toISOString() });
}

describe('a user whose name is stored everywhere [D10, X01]', () => {
  const words = [mark, phone, taxNumber];

  it('is found only in tax receipts and reminder opt-outs after the account is deleted [D10, N11, N12]', async () => {
    await useAccount();
    const client = await db();
    // Mark the emails as sent, because deleting an account keeps emails that still wait.
    await client.outbox.updateMany({
      where: { OR: ['gift:', 'receipt:'].map((key) => ({ key: { startsWith: key } })) },
      data: { doneAt: now(), outcome: 'sent' },
    });
    expect(await findPlaces(words)).toEqual(
      expect.arrayContaining([
        'User.name',
        'Order.billing',
        'OrderNote.detail',
        'Audit.detail',
        'Outbox.payload',
        'Outbox.lastError',
        'Question.text',
        'Seat.email',
        'Gift.card',
        'Enquiry.message',
        'TaxReceipt.content',
      ]),
    );
    expect(await listPublishedRatings('course-a', 12)).toMatchObject([{ text: `${mark} says` }]);
    const purged: string[] = [];
    const stop = onInvalidate(({ tags, isPurge }) => {
      if (isPurge) purged.push(...tags);
    });
    await deleteAccount({ actor: person, userId: person.userId, email, device, now: now() });
    stop();
    expect(purged).toContain('ratings');
    expect(await listPublishedRatings('course-a', 12)).toEqual([]);
    expect(await findPlaces(words)).toEqual([
      // The buyer typed this address for a purchase and never confirmed it, so it may be another person's.
      'ReminderOptOut.email',
      // The law requires receipts to keep the name given with a company's tax number (decision 113).
      'TaxReceipt.content',
    ]);
    expect(
      await client.taxReceipt.count({ where: { content: { path: ['buyer', 'taxNumber'], equals: taxNumber } } }),
    ).toBe(1);
  });

  it('gets all of their data in the export, in its documented shape [D10, N11, N12, N13, N15]', async () => {
    await useAccount();
    const client = await db();
    const { id: questionId } = await client.question.findFirstOrThrow({
      where: { userId: person.userId },
      select: { id: true },
    });
    await client.questionMute.create({ data: { userId: person.userId, questionId }, select: { questionId: true } });
    const exported = personalData.parse(JSON.parse(JSON.stringify(await exportOf(person, person.userId, now()))));
    expect(exported).toMatchObject({
      newsletterRequests: [{ email }],
      giftsToOpen: [{ recipientEmail: email, recipientName: `${mark} too`, card: `Also for ${mark}` }],
      questionMutes: [{ questionId }],
      seatInvitations: [{ email, line: { courseSlug: 'course-a' } }],
      enquiries: [{ email, message: `${mark} would like a site` }],
      refundRequests: [{ reason: `${mark} is not for me`, decisionReason: `${mark} has seen it all` }],
      notes: [{ text: `${mark} note` }],
    });
    expect(exported.orders.flatMap(({ reminders }) => reminders)).toMatchObject([{ kind: 'hour', mailed: true }]);
    expect(JSON.stringify(exported.orders.flatMap(({ taxReceipts }) => taxReceipts))).toContain(taxNumber);
  });

  it.each([1, 2, 3, 4])('leaves no billing details in an order started during deletion [D10 X30] (%i)', async () => {
    const begin = () => checkOut(person, { productKey: 'product-b', billing, lang: 'en' });
    await Promise.allSettled([
      begin(),
      deleteAccount({ actor: person, userId: person.userId, email, device, now: now() }),
    ]);
    const client = await db();
    expect(await client.user.count({ where: { id: person.userId } })).toBe(0);
    expect(await client.order.findMany({ select: { billing: true } })).not.toContainEqual({
      billing: expect.objectContaining({ email: billing.email }),
    });
  });

  it('deleting an account with an unconfirmed address keeps what others sent to that address [D10, N11]', async () => {
    await (await db()).user.updateMany({ where: { email }, data: { emailConfirmedAt: null } });
    await buyGift(shop, other, { details: { recipientEmail: email } });
    const seats = await buySeats(shop, other, 1);
    await invite(other, seats, email);
    await requestSubscription({ email, lang: 'en', ip: 'x', now: now() });
    await deleteAccount({ actor: person, userId: person.userId, email, device, now: now() });
    const rows = await (
      await db()
    ).outbox.findMany({
      where: { payload: { path: ['to'], equals: email } },
      orderBy: { id: 'asc' },
      select: { key: true },
    });
    expect(rows.map(({ key }) => key.split(':')[0])).toEqual(['gift', 'seat-invitation', 'newsletter-confirm']);
    expect(await (await db()).seat.count({ where: { email } })).toBe(1);
  });
});
