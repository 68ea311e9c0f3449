import { z } from 'zod';
import {
  currency,
  identified,
  language,
  orderPurpose,
  piastres,
  ratingStatus,
  timestamp,
  timestampOrNull,
} from '@/lib/shapes';
import { exportById, exportByOffset } from './exported-list';
import {
  enquiriesCondition,
  giftsCondition,
  invitationsCondition,
  subscriptionRequestsCondition,
  subscriptionsCondition,
} from './own-emails';

export const personalValues = z.strictObject({
  id: z.string(),
  role: z.string(),
  email: z.string().nullable(),
  emailConfirmedAt: timestampOrNull,
  ownerProvenAt: timestampOrNull,
  name: z.string(),
  phone: z.string().nullable(),
  picture: z.string().nullable(),
  lang: language,
  totpConfirmedAt: timestampOrNull,
  questionMails: z.boolean(),
  createdAt: timestamp,
  lastSeenAt: timestamp,
  weeklyMail: z
    .strictObject({ lang: z.string(), goalMinutes: z.int().nullable(), consentAt: timestamp })
    .nullable()
    .describe('null if the user does not want it'),
});

const seat = z.strictObject({
  email: z.string().nullable(),
  invitedAt: timestampOrNull,
  invitations: z.int(),
  acceptedAt: timestampOrNull,
});

const moderated = { editedAt: timestampOrNull, hiddenAt: timestampOrNull, hiddenWhy: z.string().nullable() };

const byLesson = [{ courseSlug: 'asc' as const }, { lesson: 'asc' as const }];

/** Columns are named as in the export. `personal-lists.test.ts` lists the columns left out and why. */
export const personalLists = {
  providerAccounts: exportById(
    z.strictObject({
      provider: z.string(),
      issuer: z.string(),
      subject: z.string(),
      email: z.string().nullable(),
      createdAt: timestamp,
    }),
    (client, page) => client.providerAccount.findMany(page),
  ),
  passkeys: exportById(
    z.strictObject({ name: z.string(), createdAt: timestamp, lastUsedAt: timestampOrNull, backedUp: z.boolean() }),
    (client, page) => client.passkey.findMany(page),
  ),
  sessions: exportById(
    z.strictObject({
      userAgent: z.string().nullable(),
      address: z.string().nullable(),
      createdAt: timestamp,
      lastSeenAt: timestamp,
      signedInAt: timestamp,
      totpAt: timestampOrNull,
      expiresAt: timestamp,
      revokedAt: timestampOrNull,
      revokedWhy: z.string().nullable(),
    }),
    (client, page) => client.session.findMany(page),
  ),
  orders: exportById(
    identified.extend({
      number: z.int(),
      purpose: orderPurpose,
      description: z.string(),
      amountPiastres: piastres,
      discountPiastres: piastres,
      taxPiastres: piastres,
      taxPercent: z.number().nullable(),
      refundedPiastres: piastres,
      coupon: z.strictObject({ code: z.string() }).nullable(),
      currency,
      status: z.string(),
      method: z.string().nullable(),
      lang: z.string(),
      billing: z.unknown(),
      orderedPiastres: piastres.nullable(),
      receivedPiastres: piastres.nullable(),
      receivedCurrency: z.string().nullable(),
      receivedChargeId: z.string().nullable(),
      billReference: z.string().nullable(),
      failureCode: z.string().nullable(),
      paidChargeId: z.string().nullable(),
      createdAt: timestamp,
      expiresAt: timestamp,
      paidAt: timestampOrNull,
      refundedAt: timestampOrNull,
      lines: z.array(
        z.strictObject({
          courseSlug: z.string(),
          description: z.string(),
          quantity: z.int(),
          listPiastres: piastres,
          discountPiastres: piastres,
          taxPiastres: piastres,
          totalPiastres: piastres,
          seat: seat.nullable().describe('only for a seat order: the invited person'),
        }),
      ),
      gift: z
        .strictObject({
          recipientEmail: z.string(),
          recipientName: z.string(),
          card: z.string(),
          sendAt: timestampOrNull,
          sentAt: timestampOrNull,
          mails: z.int(),
          openedAt: timestampOrNull,
        })
        .nullable(),
      reminders: z.array(z.strictObject({ kind: z.string(), decidedAt: timestamp, mailed: z.boolean() })),
      taxReceipts: z.array(
        z.strictObject({
          kind: z.string(),
          number: z.int(),
          issuedAt: timestamp,
          amountPiastres: piastres,
          taxPiastres: piastres,
          content: z.unknown().describe('lines, seller and, with a tax number, the buyer'),
        }),
      ),
      events: z
        .array(z.strictObject({ type: z.string(), body: z.unknown(), receivedAt: timestamp }))
        .describe('events reported by the payment provider'),
    }),
    (client, { select, ...page }) =>
      client.order.findMany({
        ...page,
        select: {
          ...select,
          taxReceipts: { ...select.taxReceipts, orderBy: { position: 'asc' } },
          events: { ...select.events, orderBy: { id: 'asc' } },
        },
      }),
  ),
  openedGifts: exportByOffset(
    z.strictObject({
      openedAt: timestampOrNull,
      recipientName: z.string(),
      card: z.string(),
      order: z.strictObject({ description: z.string() }),
    }),
    (client, page, { userId }) =>
      client.gift.findMany({ ...page, where: { openedById: userId }, orderBy: { orderId: 'asc' } }),
  ),
  seats: exportByOffset(
    seat.extend({ line: z.strictObject({ courseSlug: z.string() }) }),
    (client, page, { userId }) =>
      client.seat.findMany({ ...page, where: { holderId: userId }, orderBy: { id: 'asc' } }),
    'seats of a team that the user holds',
  ),
  enrolments: exportById(
    z.strictObject({ courseSlug: z.string(), source: z.string(), grantedAt: timestamp, revokedAt: timestampOrNull }),
    (client, page) => client.enrolment.findMany(page),
  ),
  progress: exportByOffset(
    z.strictObject({
      courseSlug: z.string(),
      lesson: z.string(),
      played: z.boolean(),
      positionSeconds: z.number(),
      watched: z.unknown().describe('[[from, to], …] in seconds'),
      watchedSeconds: z.number(),
      cappedSeconds: z.number(),
      cappedSince: timestampOrNull,
      finishedAt: timestampOrNull,
      updatedAt: timestamp,
    }),
    (client, page, { userId }) => client.lessonProgress.findMany({ ...page, where: { userId }, orderBy: byLesson }),
  ),
  accesses: exportByOffset(
    z.strictObject({ courseSlug: z.string(), lesson: z.string(), firstAt: timestamp }),
    (client, page, { userId }) => client.lessonAccess.findMany({ ...page, where: { userId }, orderBy: byLesson }),
  ),
  certificates: exportById(
    identified.extend({ courseSlug: z.string(), name: z.string(), issuedAt: timestamp }),
    (client, page) => client.certificate.findMany(page),
  ),
  quizAttempts: exportById(
    z.strictObject({
      quizId: z.string(),
      number: z.int(),
      startedAt: timestamp,
      endsAt: timestampOrNull,
      endedAt: timestampOrNull,
      rightCount: z.int().nullable(),
      passed: z.boolean().nullable(),
      answers: z.array(
        z.strictObject({
          questionId: z.string(),
          answer: z.unknown(),
          right: z.boolean().nullable(),
          answeredAt: timestampOrNull,
        }),
      ),
    }),
    (client, page) => client.quizAttempt.findMany(page),
  ),
  feedback: exportById(
    z.strictObject({ courseSlug: z.string(), rating: z.int(), answers: z.unknown(), createdAt: timestamp }),
    (client, page) => client.feedback.findMany(page),
  ),
  ratings: exportById(
    z.strictObject({
      courseSlug: z.string(),
      stars: z.int(),
      text: z.string(),
      status: ratingStatus,
      answer: z.string().nullable(),
      createdAt: timestamp,
      changedAt: timestamp,
    }),
    (client, page) => client.courseRating.findMany(page),
  ),
  securityEvents: exportById(
    z.strictObject({
      event: z.string(),
      userAgent: z.string(),
      address: z.string(),
      details: z.record(z.string(), z.string()),
      createdAt: timestamp,
    }),
    (client, page) => client.securityEvent.findMany(page),
  ),
  questions: exportById(
    identified.extend({
      courseSlug: z.string(),
      lesson: z.string(),
      text: z.string(),
      createdAt: timestamp,
      ...moderated,
    }),
    (client, page) => client.question.findMany(page),
  ),
  answers: exportById(
    z.strictObject({
      questionId: z.string(),
      text: z.string(),
      createdAt: timestamp,
      ...moderated,
      accepted: z.boolean(),
    }),
    (client, page) => client.answer.findMany(page),
  ),
  questionMutes: exportByOffset(
    z.strictObject({ questionId: z.string() }),
    (client, page, { userId }) =>
      client.questionMute.findMany({ ...page, where: { userId }, orderBy: { questionId: 'asc' } }),
    'questions about which the user gets no more emails',
  ),
  watchDays: exportByOffset(
    z.strictObject({ day: z.string(), seconds: z.number() }),
    (client, page, { userId }) => client.watchDay.findMany({ ...page, where: { userId }, orderBy: { day: 'asc' } }),
    'seconds of video watched for the first time, per day, for the last 60 days',
  ),
  weeklyMailWeeks: exportByOffset(
    z.strictObject({ week: z.string(), decidedAt: timestamp, mailed: z.boolean() }),
    (client, page, { userId }) =>
      client.weeklyMailWeek.findMany({ ...page, where: { userId }, orderBy: { week: 'asc' } }),
  ),
  refundRequests: exportById(
    z.strictObject({
      orderId: z.string(),
      kind: z.string().describe('origin of the refund: the requester, or the reason of an automatic return'),
      reason: z.string(),
      status: z.string(),
      amountPiastres: piastres,
      currency: z.string().nullable(),
      requestedAt: timestamp,
      dueAt: timestamp,
      decidedAt: timestampOrNull,
      decisionReason: z.string().nullable(),
      doneAt: timestampOrNull,
      lines: z.array(z.strictObject({ amountPiastres: piastres, line: z.strictObject({ courseSlug: z.string() }) })),
    }),
    (client, page) => client.refundRequest.findMany(page),
  ),
  /** Only the learner who wrote a note may read it (row N14). */
  notes: exportById(
    z.strictObject({
      courseSlug: z.string(),
      lesson: z.string(),
      positionSeconds: z.int(),
      text: z.string(),
      createdAt: timestamp,
      updatedAt: timestamp,
    }),
    (client, page) => client.note.findMany(page),
  ),
  newsletter: exportByOffset(
    z.strictObject({
      email: z.string(),
      lang: z.string(),
      consentVersion: z.int(),
      consentAt: timestamp,
      bouncedAt: timestampOrNull,
      bounceReason: z.string().nullable(),
    }),
    (client, page, { ownEmails }) =>
      client.subscriber.findMany({ ...page, where: subscriptionsCondition(ownEmails), orderBy: { id: 'asc' } }),
    'subscriptions of the confirmed addresses',
  ),
  newsletterRequests: exportByOffset(
    z.strictObject({
      email: z.string(),
      lang: z.string(),
      consentVersion: z.int(),
      createdAt: timestamp,
      expiresAt: timestamp,
    }),
    (client, page, { ownEmails }) =>
      client.subscriptionRequest.findMany({
        ...page,
        where: subscriptionRequestsCondition(ownEmails),
        orderBy: { tokenHash: 'asc' },
      }),
    'newsletter sign-ups of the confirmed addresses, not confirmed yet',
  ),
  enquiries: exportByOffset(
    z.strictObject({
      fullName: z.string(),
      email: z.string(),
      phoneNumber: z.string(),
      message: z.string(),
      about: z.string().nullable(),
      projectKind: z.string().nullable(),
      budget: z.string().nullable(),
      wishedDate: z.string().nullable(),
      lang: z.string(),
      createdAt: timestamp,
    }),
    (client, page, { ownEmails }) =>
      client.enquiry.findMany({ ...page, where: enquiriesCondition(ownEmails), orderBy: { id: 'asc' } }),
  ),
  seatInvitations: exportByOffset(
    seat.omit({ acceptedAt: true }).extend({ line: z.strictObject({ courseSlug: z.string() }) }),
    (client, page, { ownEmails }) =>
      client.seat.findMany({
        ...page,
        where: { holderId: null, ...invitationsCondition(ownEmails) },
        orderBy: [{ invitedAt: 'asc' }, { id: 'asc' }],
      }),
    'to the confirmed addresses, not accepted yet',
  ),
  giftsToOpen: exportByOffset(
    z.strictObject({
      recipientEmail: z.string(),
      recipientName: z.string(),
      card: z.string(),
      sentAt: timestampOrNull,
      order: z.strictObject({ description: z.string() }),
    }),
    (client, page, { ownEmails }) =>
      client.gift.findMany({ ...page, where: giftsCondition(ownEmails), orderBy: { orderId: 'asc' } }),
    'gifts sent to the confirmed addresses, not opened yet',
  ),
};
