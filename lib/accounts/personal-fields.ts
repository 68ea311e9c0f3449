import type { Prisma } from '@/lib/database/client';

/** The person's own row, and what they have one of. */
export const ownFields = {
  id: true, role: true, email: true, emailConfirmedAt: true, ownerProvenAt: true, name: true, phone: true, picture: true, lang: true, totpConfirmedAt: true, questionMails: true, createdAt: true, lastSeenAt: true,
  weeklyMail: { select: { lang: true, goalMinutes: true, consentAt: true } },
} as const satisfies Prisma.UserSelect;

/** What an export has of a person's rows: everything stored about them but secrets and what `personal-fields.test.ts` names with a reason. */
export const personalFields = {
  ...ownFields,
  providerAccounts: { select: { provider: true, issuer: true, subject: true, email: true, createdAt: true } },
  passkeys: { select: { name: true, createdAt: true, lastUsedAt: true, backedUp: true } },
  sessions: { select: { userAgent: true, address: true, createdAt: true, lastSeenAt: true, signedInAt: true, totpAt: true, expiresAt: true, revokedAt: true, revokedWhy: true } },
  orders: {
    select: {
      id: true, number: true, purpose: true, description: true, amountPiastres: true, discountPiastres: true, taxPiastres: true, taxPercent: true, refundedPiastres: true, orderedPiastres: true, receivedPiastres: true, receivedCurrency: true, receivedChargeId: true, coupon: { select: { code: true } }, currency: true,
      status: true, method: true, lang: true, billing: true, billReference: true, failureCode: true, paidChargeId: true, createdAt: true, expiresAt: true, paidAt: true, refundedAt: true,
      lines: { select: { courseSlug: true, description: true, quantity: true, listPiastres: true, discountPiastres: true, taxPiastres: true, totalPiastres: true, seat: { select: { email: true, invitedAt: true, invitations: true, acceptedAt: true } } } },
      gift: { select: { recipientEmail: true, recipientName: true, card: true, sendAt: true, sentAt: true, mails: true, openedAt: true } },
      reminders: { select: { kind: true, decidedAt: true, mailed: true } },
      taxReceipts: { select: { kind: true, number: true, issuedAt: true, amountPiastres: true, taxPiastres: true, content: true }, orderBy: { position: 'asc' } },
      events: { select: { type: true, body: true, receivedAt: true }, orderBy: { id: 'asc' } },
    },
  },
  openedGifts: { select: { openedAt: true, recipientName: true, card: true, order: { select: { description: true } } } },
  seats: { select: { email: true, invitedAt: true, invitations: true, acceptedAt: true, line: { select: { courseSlug: true } } } },
  enrolments: { select: { courseSlug: true, source: true, grantedAt: true, revokedAt: true } },
  progress: { select: { courseSlug: true, lesson: true, played: true, positionSeconds: true, watched: true, watchedSeconds: true, finishedAt: true, updatedAt: true } },
  accesses: { select: { courseSlug: true, lesson: true, firstAt: true } },
  certificates: { select: { id: true, courseSlug: true, name: true, issuedAt: true } },
  quizAttempts: {
    select: {
      quizId: true, number: true, startedAt: true, endsAt: true, endedAt: true, rightCount: true, passed: true,
      answers: { select: { questionId: true, answer: true, right: true, answeredAt: true } },
    },
  },
  feedback: { select: { courseSlug: true, rating: true, answers: true, createdAt: true } },
  ratings: { select: { courseSlug: true, stars: true, text: true, status: true, answer: true, createdAt: true, changedAt: true } },
  securityEvents: { select: { event: true, userAgent: true, address: true, details: true, createdAt: true }, orderBy: { id: 'asc' } },
  questions: { select: { id: true, courseSlug: true, lesson: true, text: true, createdAt: true, editedAt: true, hiddenAt: true, hiddenWhy: true }, orderBy: { createdAt: 'asc' } },
  answers: { select: { questionId: true, text: true, createdAt: true, editedAt: true, hiddenAt: true, hiddenWhy: true, accepted: true }, orderBy: { createdAt: 'asc' } },
  questionMutes: { select: { questionId: true } },
  watchDays: { select: { day: true, seconds: true }, orderBy: { day: 'asc' } },
  weeklyMailWeeks: { select: { week: true, decidedAt: true, mailed: true }, orderBy: { week: 'asc' } },
  refundRequests: {
    select: {
      orderId: true, reason: true, status: true, amountPiastres: true, currency: true, requestedAt: true, dueAt: true, decidedAt: true, decisionReason: true, doneAt: true,
      lines: { select: { amountPiastres: true, line: { select: { courseSlug: true } } } },
    },
  },
} as const satisfies Prisma.UserSelect;

/** For their writer alone (row N14). */
export const writerFields = {
  notes: { select: { courseSlug: true, lesson: true, positionSeconds: true, text: true, createdAt: true, updatedAt: true }, orderBy: { createdAt: 'asc' } },
} as const satisfies Prisma.UserSelect;
