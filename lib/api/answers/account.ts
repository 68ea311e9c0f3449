import { z } from 'zod';
import { securityEvents } from '@/lib/accounts/security-events';
import { note } from './learning';
import { orderPurpose } from './payments';
import { currency, identified, language, piastres, timestamp, timestampOrNull } from './shapes';

const tokens = { accessToken: z.string(), refreshToken: z.string(), expiresIn: z.int().describe('seconds') };

export const ratingStatus = z.enum(['waiting', 'published', 'hidden']);
export const ownRating = z.strictObject({ stars: z.int(), text: z.string(), status: ratingStatus });

export const tokenAnswer = z.strictObject({
  ...tokens,
  userId: z.string(),
  role: z.enum(['guest', 'learner', 'editor', 'admin']),
  name: z.string(),
});
export const refreshedTokens = z.strictObject(tokens);
export const resetGrant = z.strictObject({ userId: z.string(), resetToken: z.string() });
export const totpSecret = z.strictObject({ secret: z.string(), otpauthUrl: z.string() });
export const changedTotpSecret = totpSecret.extend({ setupToken: z.string() });
export const recoveryCodes = z.strictObject({ recoveryCodes: z.array(z.string()).length(10) });

export const passkeyOptions = z.looseObject({ challenge: z.string() });
export const addedPasskey = z.strictObject({ id: z.string(), name: z.string() });

export const listedPasskeys = z.array(
  z.strictObject({
    id: z.string(),
    name: z.string(),
    createdAt: timestamp,
    lastUsedAt: timestampOrNull,
    backedUp: z.boolean(),
  }),
);

export const signedInDevices = z.array(
  z.strictObject({
    sessionId: z.string(),
    device: z.string().nullable(),
    signedInAt: timestamp,
    lastSeenAt: timestamp,
    current: z.boolean(),
  }),
);

export const accountDetails = z.strictObject({ name: z.string(), phone: z.string().nullable() });
export const restoredEmail = z.strictObject({
  userId: z.string(),
  resetToken: z.string().nullable().describe('null where the account had no password'),
});

export const securityEventList = z.array(
  z.strictObject({
    event: z.enum(securityEvents),
    at: timestamp,
    device: z.string().nullable(),
    details: z.record(z.string(), z.string()),
  }),
);

const seat = z.strictObject({
  email: z.string().nullable(),
  invitedAt: timestampOrNull,
  invitations: z.int(),
  acceptedAt: timestampOrNull,
});

const moderated = { editedAt: timestampOrNull, hiddenAt: timestampOrNull, hiddenWhy: z.string().nullable() };

export const personalData = z.strictObject({
  exportedAt: timestamp,
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
  createdAt: timestamp,
  lastSeenAt: timestamp,
  providerAccounts: z.array(
    z.strictObject({
      provider: z.string(),
      issuer: z.string(),
      subject: z.string(),
      email: z.string().nullable(),
      createdAt: timestamp,
    }),
  ),
  passkeys: z.array(
    z.strictObject({ name: z.string(), createdAt: timestamp, lastUsedAt: timestampOrNull, backedUp: z.boolean() }),
  ),
  sessions: z.array(
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
  ),
  orders: z.array(
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
          seat: seat.nullable().describe('of a seat, whom it was offered'),
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
        .describe('what the payment provider reported'),
    }),
  ),
  openedGifts: z.array(
    z.strictObject({
      openedAt: timestampOrNull,
      recipientName: z.string(),
      card: z.string(),
      order: z.strictObject({ description: z.string() }),
    }),
  ),
  seats: z
    .array(seat.extend({ line: z.strictObject({ courseSlug: z.string() }) }))
    .describe('seats of a team that the user holds'),
  giftsToOpen: z
    .array(
      z.strictObject({
        recipientEmail: z.string(),
        recipientName: z.string(),
        card: z.string(),
        sentAt: timestampOrNull,
        order: z.strictObject({ description: z.string() }),
      }),
    )
    .describe('gifts sent to the confirmed addresses, that nobody has opened'),
  seatInvitations: z
    .array(seat.omit({ acceptedAt: true }).extend({ line: z.strictObject({ courseSlug: z.string() }) }))
    .describe('to the confirmed addresses, that nobody has accepted'),
  enrolments: z.array(
    z.strictObject({ courseSlug: z.string(), source: z.string(), grantedAt: timestamp, revokedAt: timestampOrNull }),
  ),
  progress: z.array(
    z.strictObject({
      courseSlug: z.string(),
      lesson: z.string(),
      played: z.boolean(),
      positionSeconds: z.number(),
      watched: z.unknown().describe('[[from, to], …] in seconds'),
      watchedSeconds: z.number(),
      finishedAt: timestampOrNull,
      updatedAt: timestamp,
    }),
  ),
  accesses: z.array(z.strictObject({ courseSlug: z.string(), lesson: z.string(), firstAt: timestamp })),
  certificates: z.array(identified.extend({ courseSlug: z.string(), name: z.string(), issuedAt: timestamp })),
  quizAttempts: z.array(
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
  ),
  feedback: z.array(
    z.strictObject({ courseSlug: z.string(), rating: z.int(), answers: z.unknown(), createdAt: timestamp }),
  ),
  questions: z.array(
    identified.extend({
      courseSlug: z.string(),
      lesson: z.string(),
      text: z.string(),
      createdAt: timestamp,
      ...moderated,
    }),
  ),
  answers: z.array(
    z.strictObject({
      questionId: z.string(),
      text: z.string(),
      createdAt: timestamp,
      ...moderated,
      accepted: z.boolean(),
    }),
  ),
  questionMutes: z.array(z.strictObject({ questionId: z.string() })).describe('questions whose mails were ended'),
  questionMails: z.boolean(),
  newsletter: z
    .array(
      z.strictObject({
        email: z.string(),
        lang: z.string(),
        consentVersion: z.int(),
        consentAt: timestamp,
        bouncedAt: timestampOrNull,
        bounceReason: z.string().nullable(),
      }),
    )
    .describe('Subscriptions of the confirmed addresses.'),
  newsletterRequests: z
    .array(
      z.strictObject({
        email: z.string(),
        lang: z.string(),
        consentVersion: z.int(),
        createdAt: timestamp,
        expiresAt: timestamp,
      }),
    )
    .describe('Sign-ups of the confirmed addresses that wait for their link.'),
  weeklyMail: z
    .strictObject({ lang: z.string(), goalMinutes: z.int().nullable(), consentAt: timestamp })
    .nullable()
    .describe('null: not wanted'),
  watchDays: z
    .array(z.strictObject({ day: z.string(), seconds: z.number() }))
    .describe('seconds of videos watched for the first time, of the last 60 days'),
  weeklyMailWeeks: z.array(z.strictObject({ week: z.string(), decidedAt: timestamp, mailed: z.boolean() })),
  notes: z
    .array(note.omit({ id: true, url: true }).extend({ courseSlug: z.string(), lesson: z.string() }))
    .optional()
    .describe('to their writer alone'),
  ratings: z.array(
    z.strictObject({
      courseSlug: z.string(),
      stars: z.int(),
      text: z.string(),
      status: ratingStatus,
      answer: z.string().nullable(),
      createdAt: timestamp,
      changedAt: timestamp,
    }),
  ),
  securityEvents: z.array(
    z.strictObject({
      event: z.string(),
      userAgent: z.string(),
      address: z.string(),
      details: z.record(z.string(), z.string()),
      createdAt: timestamp,
    }),
  ),
  orderReminders: z.boolean().describe('whether orders not paid yet are reminded of'),
  awaitedEmail: z.string().nullable().describe('a new address that is not confirmed yet'),
  refundRequests: z.array(
    z.strictObject({
      orderId: z.string(),
      kind: z.string().describe('who asked for it, or why the program returned a payment'),
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
  ),
  enquiries: z.array(
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
  ),
});
