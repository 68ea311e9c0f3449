import { db, type Database, type Prisma, type Tx } from '@/lib/database/client';
import { consumeLimit } from '@/lib/database/rate-limit';
import { assertSelf, type Actor, type MaybeActor } from '@/lib/permissions';
import { notFound } from '@/lib/problem';
import { auditForOther } from './audit';
import { ownFields, personalFields, writerFields } from './personal-fields';

/** Streams large accounts to save memory. @throws Problem 401, 403, 404, 429, before the first part */
export async function exportPersonalData(
  actor: MaybeActor,
  userId: string,
  now: Date,
): Promise<AsyncGenerator<string>> {
  assertSelf(actor, userId);
  await consumeLimit('export-user', actor.userId, now);
  const client = await db();
  const user = await client.user.findUnique({
    where: { id: userId },
    select: {
      ...ownFields,
      codes: { where: { purpose: 'changeEmail', usedAt: null, expiresAt: { gt: now } }, select: { email: true } },
    },
  });
  if (!user) throw notFound();
  await auditForOther(client, { actor, userId, action: 'account.exported' });
  const { codes, ...stored } = user;
  const orderReminders =
    stored.email === null || (await client.reminderOptOut.count({ where: { email: stored.email } })) === 0;
  const { notes, ...lists } = listsOf(client, userId);
  return jsonParts(
    { exportedAt: now, ...stored, orderReminders, awaitedEmail: codes[0]?.email ?? null },
    // Only the learner who wrote a note may read it (row N14).
    { ...lists, ...(actor.userId === userId ? { notes } : {}), ...(await listsByAddress(client, userId)) },
  );
}

async function listsByAddress(client: Database, userId: string): Promise<Record<string, Pages>> {
  const addresses = await addressesOf(client, userId);
  return {
    newsletter: pageBySkipping((page) =>
      client.subscriber.findMany({
        ...page,
        where: subscriptionsOf(addresses),
        orderBy: { id: 'asc' },
        select: { email: true, lang: true, consentVersion: true, consentAt: true, bouncedAt: true, bounceReason: true },
      }),
    ),
    newsletterRequests: pageBySkipping((page) =>
      client.subscriptionRequest.findMany({
        ...page,
        where: signUpsOf(addresses),
        orderBy: { tokenHash: 'asc' },
        select: { email: true, lang: true, consentVersion: true, createdAt: true, expiresAt: true },
      }),
    ),
    enquiries: pageBySkipping((page) =>
      client.enquiry.findMany({
        ...page,
        where: enquiriesFrom(addresses),
        orderBy: { id: 'asc' },
        select: {
          fullName: true,
          email: true,
          phoneNumber: true,
          message: true,
          about: true,
          projectKind: true,
          budget: true,
          wishedDate: true,
          lang: true,
          createdAt: true,
        },
      }),
    ),
    seatInvitations: pageBySkipping((page) =>
      client.seat.findMany({
        ...page,
        where: { holderId: null, ...invitationsTo(addresses) },
        orderBy: [{ invitedAt: 'asc' }, { id: 'asc' }],
        select: { email: true, invitedAt: true, invitations: true, line: { select: { courseSlug: true } } },
      }),
    ),
    giftsToOpen: pageBySkipping((page) =>
      client.gift.findMany({
        ...page,
        where: giftsTo(addresses),
        orderBy: { orderId: 'asc' },
        select: {
          recipientEmail: true,
          recipientName: true,
          card: true,
          sentAt: true,
          order: { select: { description: true } },
        },
      }),
    ),
  };
}

async function* jsonParts(values: object, lists: Readonly<Record<string, Pages>>): AsyncGenerator<string> {
  yield indented(values).replace(/\n\}$/, '');
  for (const [name, pages] of Object.entries(lists)) {
    yield `,\n  ${JSON.stringify(name)}: [`;
    let written = 0;
    for await (const rows of pages) {
      yield rows
        .map((row, index) => `${written + index === 0 ? '' : ','}\n    ${indented(row).replaceAll('\n', '\n    ')}`)
        .join('');
      written += rows.length;
    }
    yield written === 0 ? ']' : '\n  ]';
  }
  yield '\n}\n';
}

const indented = (value: object): string => JSON.stringify(value, null, 2);

export interface AccountOverview {
  phone: string | null;
  emailIsConfirmed: boolean;
  totpConfirmedAt: Date | null;
}

export async function accountOverview(actor: Actor): Promise<AccountOverview> {
  const client = await db();
  const user = await client.user.findUniqueOrThrow({
    where: { id: actor.userId },
    select: { phone: true, emailConfirmedAt: true, totpConfirmedAt: true },
  });
  return { phone: user.phone, emailIsConfirmed: user.emailConfirmedAt !== null, totpConfirmedAt: user.totpConfirmedAt };
}

/** A hundred orders with all their details take about 500 kB. */
const pageSize = 100;

type Fields = typeof personalFields & typeof writerFields;
type ListName = Exclude<
  { [Name in keyof Fields]: Fields[Name] extends { select: object } ? Name : never }[keyof Fields],
  'weeklyMail'
>;

type Pages = AsyncGenerator<object[]>;

interface PageById<Id> {
  where: { userId: string; id?: { gt: Id } };
  orderBy: { id: 'asc' };
  take: number;
}

/** Pages by id, which grows with time, so that the last page costs no more than the first. */
async function* pageById<Id extends string | bigint>(
  userId: string,
  read: (page: PageById<Id>) => Promise<Array<{ id: Id }>>,
  isIdShown = false,
): Pages {
  let after: Id | undefined;
  for (;;) {
    const rows = await read({
      where: { userId, ...(after === undefined ? {} : { id: { gt: after } }) },
      orderBy: { id: 'asc' },
      take: pageSize,
    });
    if (rows.length > 0) yield isIdShown ? rows : rows.map(({ id: _id, ...row }) => row);
    if (rows.length < pageSize) return;
    after = rows.at(-1)!.id;
  }
}

async function* pageBySkipping(read: (page: { skip: number; take: number }) => Promise<object[]>): Pages {
  for (let skip = 0; ; skip += pageSize) {
    const rows = await read({ skip, take: pageSize });
    if (rows.length > 0) yield rows;
    if (rows.length < pageSize) return;
  }
}

const withId = <Select extends object>({ select }: { select: Select }): Select & { id: true } => ({
  ...select,
  id: true,
});

function listsOf(client: Database, userId: string): Record<ListName, Pages> {
  const where = { userId };
  const { orders, seats, openedGifts, ...fields } = personalFields;
  const byLesson = [{ courseSlug: 'asc' }, { lesson: 'asc' }] as const;
  return {
    providerAccounts: pageById<string>(userId, (page) =>
      client.providerAccount.findMany({ ...page, select: withId(fields.providerAccounts) }),
    ),
    passkeys: pageById<string>(userId, (page) => client.passkey.findMany({ ...page, select: withId(fields.passkeys) })),
    sessions: pageById<string>(userId, (page) => client.session.findMany({ ...page, select: withId(fields.sessions) })),
    orders: pageById<string>(userId, (page) => client.order.findMany({ ...page, ...orders }), true),
    openedGifts: pageBySkipping((page) =>
      client.gift.findMany({ ...page, where: { openedById: userId }, orderBy: { orderId: 'asc' }, ...openedGifts }),
    ),
    seats: pageBySkipping((page) =>
      client.seat.findMany({ ...page, where: { holderId: userId }, orderBy: { id: 'asc' }, ...seats }),
    ),
    enrolments: pageById<string>(userId, (page) =>
      client.enrolment.findMany({ ...page, select: withId(fields.enrolments) }),
    ),
    progress: pageBySkipping((page) =>
      client.lessonProgress.findMany({ ...page, where, orderBy: [...byLesson], ...fields.progress }),
    ),
    accesses: pageBySkipping((page) =>
      client.lessonAccess.findMany({ ...page, where, orderBy: [...byLesson], ...fields.accesses }),
    ),
    certificates: pageById<string>(
      userId,
      (page) => client.certificate.findMany({ ...page, ...fields.certificates }),
      true,
    ),
    quizAttempts: pageById<string>(userId, (page) =>
      client.quizAttempt.findMany({ ...page, select: withId(fields.quizAttempts) }),
    ),
    feedback: pageById<string>(userId, (page) =>
      client.feedback.findMany({ ...page, select: withId(fields.feedback) }),
    ),
    ratings: pageById<string>(userId, (page) =>
      client.courseRating.findMany({ ...page, select: withId(fields.ratings) }),
    ),
    securityEvents: pageById<bigint>(userId, (page) =>
      client.securityEvent.findMany({ ...page, select: withId(fields.securityEvents) }),
    ),
    questions: pageById<string>(
      userId,
      (page) => client.question.findMany({ ...page, select: fields.questions.select }),
      true,
    ),
    answers: pageById<string>(userId, (page) => client.answer.findMany({ ...page, select: withId(fields.answers) })),
    questionMutes: pageBySkipping((page) =>
      client.questionMute.findMany({ ...page, where, orderBy: { questionId: 'asc' }, ...fields.questionMutes }),
    ),
    watchDays: pageBySkipping((page) => client.watchDay.findMany({ ...page, where, ...fields.watchDays })),
    weeklyMailWeeks: pageBySkipping((page) =>
      client.weeklyMailWeek.findMany({ ...page, where, ...fields.weeklyMailWeeks }),
    ),
    refundRequests: pageById<string>(userId, (page) =>
      client.refundRequest.findMany({ ...page, select: withId(fields.refundRequests) }),
    ),
    notes: pageById<string>(userId, (page) => client.note.findMany({ ...page, select: withId(writerFields.notes) })),
  };
}

/** `until` is null for the current address. */
export interface OwnAddress {
  email: string;
  until: Date | null;
}

/** Includes a former address for as long as the event of its change is stored. */
export async function addressesOf(tx: Tx, userId: string): Promise<OwnAddress[]> {
  const user = await tx.user.findFirst({
    where: { id: userId, emailConfirmedAt: { not: null } },
    select: { email: true },
  });
  const changes = await tx.securityEvent.findMany({
    where: { userId, event: 'email-changed' },
    select: { details: true, createdAt: true },
  });
  const former = changes.map(({ details, createdAt }) => ({
    email: (details as { from?: string }).from ?? null,
    until: createdAt,
  }));
  return [{ email: user?.email ?? null, until: null }, ...former].flatMap(({ email, until }) =>
    email === null ? [] : [{ email, until }],
  );
}

export const enquiriesFrom = (addresses: OwnAddress[]): Prisma.EnquiryWhereInput => ({
  OR: addresses.map(({ email, until }) => ({ email, ...(until ? { createdAt: { lt: until } } : {}) })),
});

export const subscriptionsOf = (addresses: OwnAddress[]): Prisma.SubscriberWhereInput => ({
  OR: addresses.map(({ email, until }) => ({ email, ...(until ? { consentAt: { lt: until } } : {}) })),
});

export const signUpsOf = (addresses: OwnAddress[]): Prisma.SubscriptionRequestWhereInput => ({
  OR: addresses.map(({ email, until }) => ({ email, ...(until ? { createdAt: { lt: until } } : {}) })),
});

export const invitationsTo = (addresses: OwnAddress[]): Prisma.SeatWhereInput => ({
  OR: addresses.map(({ email, until }) => ({ email, ...(until ? { invitedAt: { lte: until } } : {}) })),
});

export const giftsTo = (addresses: OwnAddress[]): Prisma.GiftWhereInput => ({
  openedAt: null,
  sentAt: { not: null },
  OR: addresses.map(({ email, until }) => ({ recipientEmail: email, ...(until ? { sentAt: { lte: until } } : {}) })),
});
