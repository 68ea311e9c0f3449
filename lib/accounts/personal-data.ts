import { db } from '@/lib/database/client';
import { consumeLimit } from '@/lib/database/rate-limit';
import { type Actor, assertSameUserOrAdmin, type MaybeActor } from '@/lib/permissions';
import { notFound } from '@/lib/problem';
import { auditForOther } from './audit';
import { type Pages, selectOf } from './exported-list';
import { listOwnEmails } from './own-emails';
import { personalLists, personalValues } from './personal-lists';

/** Streams large accounts to save memory. @throws Problem 401, 403, 404, 429, before the first part */
export async function exportPersonalData(
  actor: MaybeActor,
  userId: string,
  now: Date,
): Promise<AsyncGenerator<string>> {
  assertSameUserOrAdmin(actor, userId);
  await consumeLimit('export-user', actor.userId, now);
  const client = await db();
  const user = await client.user.findUnique({
    where: { id: userId },
    select: {
      ...selectOf(personalValues),
      codes: { where: { purpose: 'changeEmail', usedAt: null, expiresAt: { gt: now } }, select: { email: true } },
    },
  });
  if (!user) throw notFound();
  await auditForOther(client, { actor, userId, action: 'account.exported' });
  const { codes, ...stored } = user;
  const orderReminders =
    stored.email !== null && (await client.reminderOptOut.count({ where: { email: stored.email } })) === 0;
  const owner = { userId, ownEmails: await listOwnEmails(client, userId) };
  const lists = Object.entries(personalLists).filter(([name]) => name !== 'notes' || actor.userId === userId);
  return jsonParts(
    { exportedAt: now, ...stored, orderReminders, awaitedEmail: codes[0]?.email ?? null },
    lists.map(([name, { read }]) => [name, read(client, owner)]),
  );
}

async function* jsonParts(values: object, lists: ReadonlyArray<[name: string, pages: Pages]>): AsyncGenerator<string> {
  yield formatJson(values).replace(/\n\}$/, '');
  for (const [name, pages] of lists) {
    yield `,\n  ${JSON.stringify(name)}: [`;
    let written = 0;
    for await (const rows of pages) {
      yield rows
        .map((row, index) => `${written + index === 0 ? '' : ','}\n    ${formatJson(row).replaceAll('\n', '\n    ')}`)
        .join('');
      written += rows.length;
    }
    yield written === 0 ? ']' : '\n  ]';
  }
  yield '\n}\n';
}

const formatJson = (value: object): string => JSON.stringify(value, null, 2);

export interface AccountOverview {
  phone: string | null;
  emailIsConfirmed: boolean;
  totpConfirmedAt: Date | null;
}

export async function readAccountOverview(actor: Actor): Promise<AccountOverview> {
  const client = await db();
  const user = await client.user.findUniqueOrThrow({
    where: { id: actor.userId },
    select: { phone: true, emailConfirmedAt: true, totpConfirmedAt: true },
  });
  return { phone: user.phone, emailIsConfirmed: user.emailConfirmedAt !== null, totpConfirmedAt: user.totpConfirmedAt };
}
