import { z } from 'zod';
import { budgets, projectKinds } from '@/lib/contact/rules';
import { localised as localisedShape } from '@/lib/schemas';
import {
  currency,
  jsonValue,
  language,
  localised,
  orderPurpose,
  piastres,
  ratingStatus,
  timestamp,
  timestampOrNull,
} from '@/lib/shapes';
import { signedInDevices } from './account';
import { orderStatus, paymentMethod } from './payments';

const finishedLessonsText = 'Number of lessons that were played and watched long enough to count as finished.';

const orderRow = z.strictObject({
  orderId: z.string(),
  number: z.int(),
  purpose: orderPurpose,
  status: orderStatus,
  productKey: z.string(),
  courseSlug: z.string(),
  description: z.string(),
  productName: localised,
  isBundle: z.boolean(),
  amount: piastres,
  discount: piastres,
  coupon: z.string().nullable(),
  refunded: piastres,
  currency,
  method: paymentMethod,
  lang: language,
  needsReview: z.string().nullable(),
  createdAt: timestamp,
  paidAt: timestampOrNull,
  userId: z.string().nullable(),
  buyer: z.string(),
  email: z.string().nullable(),
});
export const orderRows = z.array(orderRow);

const refundRules = [
  'refund-sale',
  'refund-window',
  'refund-opened',
  'refund-finished',
  'refund-lessons',
  'refund-seat-invited',
  'refund-seat-held',
  'refund-seat-used',
] as const;

const decision = {
  refusedBy: z.enum(refundRules).nullable(),
  lessonsUsed: z.int(),
  lessonsAllowed: z.int(),
  daysLeft: z.int(),
};
const standing = z.strictObject({
  ...decision,
  parts: z
    .array(
      z.strictObject({
        ...decision,
        position: z.int(),
        courseSlug: z.string(),
        title: localised,
        amountPiastres: piastres,
      }),
    )
    .describe('One entry per course or seat to be refunded.'),
});
export const adminOrder = orderRow.extend({
  billing: z
    .strictObject({ first_name: z.string(), last_name: z.string(), phone_number: z.string(), email: z.string() })
    .nullable(),
  lines: z
    .array(z.strictObject({ courseSlug: z.string(), title: localised, amount: piastres }))
    .describe('One line per course or seat.'),
  seats: z
    .array(
      z.strictObject({
        id: z.string(),
        position: z.int(),
        number: z.int(),
        state: z.enum(['free', 'invited', 'accepted', 'refund-requested', 'refunded']),
        email: z.string().nullable(),
        holder: z.string().nullable(),
        invitedAt: timestampOrNull,
        acceptedAt: timestampOrNull,
        refusedBy: z.enum(refundRules).nullable(),
        progress: z
          .strictObject({
            played: z.int().describe(finishedLessonsText),
            total: z.int(),
            lastActiveAt: timestampOrNull,
            certificateId: z.string().nullable(),
            accessed: z.int(),
          })
          .nullable(),
      }),
    )
    .describe('Empty unless the order is for seats.'),
  billReference: z.string().nullable(),
  failureCode: z.string().nullable(),
  transactionId: z.string().nullable(),
  expiresAt: timestamp,
  received: z
    .strictObject({ amount: piastres, currency: z.string() })
    .nullable()
    .describe('A payment of another amount or currency, kept until an admin decides on it.'),
  orderedAmount: piastres.nullable().describe('The original price, if an admin accepted another amount.'),
  access: z
    .enum(['not-purchased', 'open', 'refund-requested'])
    .describe("Access of the buyer, or of a gift's recipient."),
  gift: z
    .strictObject({
      recipientEmail: z.string(),
      recipientName: z.string(),
      card: z.string(),
      sendAt: timestampOrNull,
      sentAt: timestampOrNull,
      mails: z.int(),
      openedAt: timestampOrNull,
      openedBy: z.strictObject({ userId: z.string(), name: z.string() }).nullable(),
    })
    .nullable(),
  refunds: z
    .array(
      z.strictObject({
        requestId: z.string(),
        status: z.string(),
        reason: z.string(),
        amount: piastres,
        currency,
        requestedAt: timestamp,
        dueAt: timestamp,
        decisionReason: z.string().nullable(),
        lastError: z.string().nullable(),
        standing: standing.nullable(),
        openedLessons: z.array(z.strictObject({ file: z.string(), name: localised, at: timestamp })),
        actions: z
          .array(z.enum(['approve', 'override', 'refuse', 'by-hand']))
          .describe('Decisions that are possible now.'),
      }),
    )
    .describe('Open refunds, newest first, or the latest one if none is open.'),
  actions: z
    .array(z.enum(['reconcile', 'accept', 'return', 'grant', 'revoke', 'resend-gift']))
    .describe('Actions that are possible now.'),
  timeline: z.array(
    z.strictObject({
      at: timestamp,
      kind: z.string(),
      by: z.string().nullable(),
      detail: z.record(z.string(), z.string()),
    }),
  ),
});
export const refundDecision = z.strictObject({ status: orderStatus });

export const adminProduct = z.strictObject({
  key: z.string(),
  courseSlug: z.string(),
  name: localised,
  description: localised,
  amount: piastres,
  saleAmount: piastres.nullable(),
  refundableOnSale: z.boolean(),
  currency,
  active: z.boolean(),
  editedHere: z.boolean(),
  updatedAt: timestamp,
});

export const adminBundle = z.strictObject({
  key: z.string(),
  name: localised,
  description: localised,
  courses: z.array(z.string()).describe('Slugs of the courses.'),
  amount: piastres,
  saleAmount: piastres.nullable(),
  refundableOnSale: z.boolean(),
  currency,
  active: z.boolean(),
  editedHere: z.boolean(),
  updatedAt: timestamp,
});
export const adminBundles = z.array(adminBundle);

export const adminCoupon = z.strictObject({
  id: z.string(),
  code: z.string(),
  percent: z.int().nullable(),
  amount: piastres.nullable(),
  startsAt: timestampOrNull,
  endsAt: timestampOrNull,
  maxUses: z.int().nullable(),
  maxUsesPerLearner: z.int().nullable(),
  withSale: z.boolean(),
  refundable: z.boolean(),
  forTeams: z.boolean().describe('True if the coupon also applies to team seats.'),
  courses: z.array(z.string()).describe('Slugs of the courses; an empty list means all courses.'),
  state: z.enum(['planned', 'active', 'used_up', 'ended']),
  used: z.int(),
  reserved: z.int().describe('Uses reserved by open orders.'),
  discount: piastres,
  income: piastres.describe('Amount paid and not refunded.'),
  createdAt: timestamp,
  updatedAt: timestamp,
});
export const adminCoupons = z.array(adminCoupon);

const userRow = z.strictObject({
  userId: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  role: z.enum(['guest', 'learner', 'editor', 'admin']),
  lang: language,
  createdAt: timestamp,
  lastSeenAt: timestampOrNull,
  courses: z.array(z.string()),
  confirmed: z.boolean(),
  secondFactor: z.boolean(),
});
export const changedUser = userRow;
export const userRows = z.array(userRow);
export const adminUser = userRow.extend({
  providers: z.array(z.string()),
  enrolments: z.array(
    z.strictObject({
      slug: z.string(),
      title: localised,
      source: z.enum(['purchase', 'admin']),
      grantedAt: timestamp,
      open: z.boolean(),
      played: z.int().describe(finishedLessonsText),
      lessons: z.int(),
      lastAt: timestampOrNull,
    }),
  ),
  orders: orderRows,
  sessions: signedInDevices,
  passkeys: z.int(),
});
export const endedSessions = z.strictObject({ ended: z.int() });

export const adminRating = z.strictObject({
  id: z.string(),
  courseSlug: z.string(),
  userId: z.string(),
  stars: z.int(),
  text: z.string(),
  status: ratingStatus,
  answer: z.string().nullable(),
  changedAt: timestamp,
});
export const adminRatings = z.array(adminRating.extend({ title: localised, learner: z.string() }));

export const enquiry = z.strictObject({
  id: z.string(),
  fullName: z.string(),
  email: z.string(),
  phoneNumber: z.string(),
  message: z.string(),
  about: z.string().nullable().describe('`service/{slug}` or `work/{slug}`'),
  projectKind: z.string().nullable().describe(projectKinds.join(', ')),
  budget: z.string().nullable().describe(budgets.join(', ')),
  wishedDate: z.string().nullable().describe('A date such as `2027-02-28`.'),
  lang: language,
  createdAt: timestamp,
  handledAt: timestampOrNull,
});
export const enquiryList = z.array(enquiry);

export const auditList = z.array(
  z.strictObject({
    at: timestamp,
    actorId: z.string().nullable(),
    actor: z.string(),
    action: z.string(),
    subject: z.string().describe('`kind:id`'),
    called: z.union([z.string(), localised]).nullable(),
    exists: z.boolean(),
    detail: z.unknown(),
  }),
);

const articleText = z.strictObject({
  title: z.string(),
  description: z.string(),
  category: z.string(),
  author: z.string().describe('Name of the author; empty means the company.'),
  html: z.string(),
});
export const adminArticle = z.strictObject({
  id: z.string(),
  category: z.string(),
  imageUrl: z.string().nullable(),
  publishedAt: timestamp,
  published: z.boolean(),
  views: z.int(),
  updatedAt: timestamp,
  texts: localisedShape(articleText.optional()),
});
const draftText = z.strictObject({
  title: z.string().optional(),
  description: z.string().optional(),
  category: z.string().optional(),
  author: z.string().optional(),
  html: z.string().optional(),
});
const draftValues = z.strictObject({
  id: z.string(),
  category: z.string(),
  imageUrl: z.string().nullable(),
  publishedAt: z.string(),
  published: z.boolean(),
  texts: localisedShape(draftText.optional()),
});
export const plainArticle = z.strictObject({
  id: z.string(),
  result: z.enum(['saved', 'published', 'conflict', 'refused']),
  errors: z.record(z.string(), z.array(z.string())),
});
export const articleDraft = z.strictObject({
  id: z.string(),
  number: z.int().describe('Number of the draft, 0 if there is none. Send it back with a change.'),
  updatedAt: timestamp
    .nullable()
    .describe('Version of the article that the draft changes, null for a new one. Send it back with a change.'),
  values: draftValues,
  published: z.strictObject({ updatedAt: timestamp, values: draftValues }).nullable(),
  savedAt: timestamp.nullable(),
});
export const articlePreview = z.strictObject({ url: z.string() });
export const picture = z.strictObject({
  id: z.string(),
  name: z.string(),
  format: z.string(),
  bytes: z.int(),
  width: z.int(),
  height: z.int(),
  frames: z.int(),
  focusX: z.int(),
  focusY: z.int(),
  alt: localised,
  status: z.enum(['waiting', 'ready', 'failed']),
  error: z.string().nullable(),
  createdAt: timestamp,
  updatedAt: timestamp,
  address: z.string().nullable().describe('URL used in texts and content files.'),
  thumbnail: z.string().nullable(),
  usable: z.boolean().describe('Ready, with an alternative text in each language.'),
});
export const pictureList = z.array(picture);
export const pictureWithUses = picture.extend({
  uses: z.array(
    z.strictObject({
      kind: z.enum(['article', 'draft', 'newsletter', 'course', 'content']),
      id: z.string(),
      titles: localisedShape(z.string().optional()),
    }),
  ),
});

export const bulkResult = z.strictObject({
  changed: z.int(),
  unchanged: z
    .array(z.strictObject({ id: z.string(), name: z.string(), reason: z.string() }))
    .describe('Refused entries, each with the reason as a sentence.'),
});

const newsletterRow = z.strictObject({
  id: z.string(),
  status: z.enum(['draft', 'scheduled', 'sending', 'paused', 'sent', 'stopped']),
  lang: language,
  subject: z.string(),
  readerLang: language.nullable().describe('Null: readers in every language.'),
  courseSlug: z.string().nullable(),
  courseOwners: z.boolean(),
  sendAt: timestampOrNull,
  startedAt: timestampOrNull,
  endedAt: timestampOrNull,
  unsubscribedCount: z.int(),
  createdAt: timestamp,
  updatedAt: timestamp,
});
export const adminNewsletters = z.array(newsletterRow);
export const adminNewsletter = newsletterRow.extend({
  preview: z.string(),
  html: z.string(),
  readers: z.int().describe('Readers it would reach now.'),
  htmlBytes: z.int().describe('Size of its mail as HTML. Gmail clips mails above 102 KB.'),
  figures: z
    .strictObject({
      waiting: z.int(),
      sent: z.int(),
      expired: z.int(),
      failed: z.int(),
      bounced: z.int(),
      inDoubt: z.int(),
      withdrawn: z.int(),
    })
    .nullable()
    .describe('Number of copies by outcome; null before sending starts.'),
  pausedAt: timestampOrNull.describe('Time of the last pause, caused by too many refused copies.'),
  pauseAnswer: z.string().nullable().describe('Reply of the mail server that caused the pause.'),
  resumedAt: timestampOrNull,
  endedReaders: z.int().describe('Subscriptions that its bounces ended and that can be restored.'),
});

const row = {
  id: z.string().describe('Such as `home-page.hero`.'),
  published: z.int().nullable().describe('Number of the published version; null if the site shows the files.'),
  isDraft: z.boolean(),
  filesDiffer: z.boolean().describe('True if the files changed after publication and differ from what the site shows.'),
};
export const contentRows = z.array(z.strictObject(row));

const values = z.record(z.string(), jsonValue).describe('Keyed by language, or by `all`.');
export const contentDocument = z.strictObject({
  ...row,
  version: z.int().describe('Number of the newest version. Send it back with a change.'),
  values: values.describe('Values of the newest version.'),
  shown: values,
  files: values,
});
export const contentPreview = z.strictObject({ url: z.string() });
export const contentCopy = z.strictObject({ id: z.string() });
