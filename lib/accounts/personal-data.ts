import 'server-only';
import { assertSelf, type Actor, type MaybeActor } from '@/lib/actor';
import { auditForOther } from '@/lib/accounts/audit';
import { addressesOf, enquiriesFrom, giftsTo, invitationsTo, signUpsOf, subscriptionsOf } from '@/lib/accounts/own-addresses';
import { ownFields } from '@/lib/accounts/personal-fields';
import { bySkipping, listsOf, type Pages } from '@/lib/accounts/personal-lists';
import { db, type Database } from '@/lib/database/client';
import { notFound } from '@/lib/problem';
import { takeLimit } from '@/lib/database/rate-limit';

/**
 * Everything stored about a person, without secrets (hashes, keys), as the text of one JSON object. It is read while it is sent, so that the
 * export of a large account needs no more memory than that of a small one.
 * @throws Problem 401, 403, 404, 429, before the first part
 */
export async function exportPersonalData(actor: MaybeActor, userId: string, now: Date): Promise<AsyncGenerator<string>> {
  assertSelf(actor, userId);
  await takeLimit('export-user', actor.userId, now);
  const client = await db();
  const user = await client.user.findUnique({
    where: { id: userId },
    select: { ...ownFields, codes: { where: { purpose: 'changeEmail', usedAt: null, expiresAt: { gt: now } }, select: { email: true } } },
  });
  if (!user) throw notFound();
  await auditForOther(client, { actor, userId, action: 'account.exported' });
  const { codes, ...stored } = user;
  const orderReminders = stored.email === null || (await client.reminderOptOut.count({ where: { email: stored.email } })) === 0;
  const { notes, ...lists } = listsOf(client, userId);
  return jsonParts(
    { exportedAt: now, ...stored, orderReminders, awaitedEmail: codes[0]?.email ?? null },
    // Notes are for their writer alone (row N14).
    { ...lists, ...(actor.userId === userId ? { notes } : {}), ...(await listsByAddress(client, userId)) },
  );
}

/** What names no account: the confirmed addresses say whose it is. */
async function listsByAddress(client: Database, userId: string): Promise<Record<string, Pages>> {
  const addresses = await addressesOf(client, userId);
  return {
    newsletter: bySkipping((page) => client.subscriber.findMany({
      ...page, where: subscriptionsOf(addresses), orderBy: { id: 'asc' }, select: { email: true, lang: true, consentVersion: true, consentAt: true, bouncedAt: true, bounceReason: true },
    })),
    newsletterRequests: bySkipping((page) => client.subscriptionRequest.findMany({
      ...page, where: signUpsOf(addresses), orderBy: { tokenHash: 'asc' }, select: { email: true, lang: true, consentVersion: true, createdAt: true, expiresAt: true },
    })),
    enquiries: bySkipping((page) => client.enquiry.findMany({
      ...page, where: enquiriesFrom(addresses), orderBy: { id: 'asc' },
      select: { fullName: true, email: true, phoneNumber: true, message: true, about: true, projectKind: true, budget: true, wishedDate: true, lang: true, createdAt: true },
    })),
    seatInvitations: bySkipping((page) => client.seat.findMany({
      ...page, where: { holderId: null, ...invitationsTo(addresses) }, orderBy: [{ invitedAt: 'asc' }, { id: 'asc' }],
      select: { email: true, invitedAt: true, invitations: true, line: { select: { courseSlug: true } } },
    })),
    giftsToOpen: bySkipping((page) => client.gift.findMany({
      ...page, where: giftsTo(addresses), orderBy: { orderId: 'asc' }, select: { recipientEmail: true, recipientName: true, card: true, sentAt: true, order: { select: { description: true } } },
    })),
  };
}

/** As `JSON.stringify(…, null, 2)` would write the values and the lists after them. */
async function* jsonParts(values: object, lists: Readonly<Record<string, Pages>>): AsyncGenerator<string> {
  yield indented(values).replace(/\n\}$/, '');
  for (const [name, pages] of Object.entries(lists)) {
    yield `,\n  ${JSON.stringify(name)}: [`;
    let written = 0;
    for await (const rows of pages) {
      yield rows.map((row, index) => `${written + index === 0 ? '' : ','}\n    ${indented(row).replaceAll('\n', '\n    ')}`).join('');
      written += rows.length;
    }
    yield written === 0 ? ']' : '\n  ]';
  }
  yield '\n}\n';
}

const indented = (value: object): string => JSON.stringify(value, null, 2);

export interface AccountOverview { phone: string | null; emailIsConfirmed: boolean; totpConfirmedAt: Date | null }

/** What the account page shows in addition to the actor. */
export async function accountOverview(actor: Actor): Promise<AccountOverview> {
  const client = await db();
  const user = await client.user.findUniqueOrThrow({ where: { id: actor.userId }, select: { phone: true, emailConfirmedAt: true, totpConfirmedAt: true } });
  return { phone: user.phone, emailIsConfirmed: user.emailConfirmedAt !== null, totpConfirmedAt: user.totpConfirmedAt };
}
