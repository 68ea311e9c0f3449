import { z } from 'zod';
import { personalLists, personalValues } from '@/lib/accounts/personal-lists';
import { securityEvents } from '@/lib/accounts/security-events';
import { ratingStatus, timestamp, timestampOrNull } from '@/lib/shapes';

const tokens = { accessToken: z.string(), refreshToken: z.string(), expiresIn: z.int().describe('seconds') };

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
  resetToken: z.string().nullable().describe('Null if the account had no password.'),
});

export const securityEventList = z.array(
  z.strictObject({
    event: z.enum(securityEvents),
    at: timestamp,
    device: z.string().nullable(),
    details: z.record(z.string(), z.string()),
  }),
);

export const personalData = z.strictObject({
  exportedAt: timestamp,
  ...personalValues.shape,
  ...(Object.fromEntries(Object.entries(personalLists).map(([name, { rows }]) => [name, rows])) as {
    [Name in keyof typeof personalLists]: (typeof personalLists)[Name]['rows'];
  }),
  notes: personalLists.notes.rows.optional().describe('Only in an export that the user requests.'),
  orderReminders: z.boolean().describe('True if the user gets reminders of unpaid orders.'),
  awaitedEmail: z.string().nullable().describe('New address that is not confirmed yet.'),
});
