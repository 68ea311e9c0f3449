import 'server-only';
import { endSessionIn, endSessionsOf, type EndReason } from '@/lib/accounts/end-sessions';
import { assertSelf, type MaybeActor } from '@/lib/actor';
import { db } from '@/lib/database/client';
import { notFound } from '@/lib/problem';

/** False when it was already over. */
export const endSession = async (sessionId: string, why: EndReason, now: Date): Promise<boolean> => endSessionIn(await db(), sessionId, why, now);

/** From the list of devices. Another person's session is 404. @throws Problem 401, 403, 404 */
export async function endSessionOf(actor: MaybeActor, userId: string, sessionId: string, now: Date): Promise<void> {
  assertSelf(actor, userId);
  const client = await db();
  const session = await client.session.findFirst({ where: { id: sessionId, userId }, select: { id: true } });
  if (!session || !(await endSessionIn(client, session.id, 'device', now))) throw notFound();
}

/** Ends every session of the user, the current one too. @throws Problem 401, 403 */
export async function endAllSessionsOf(actor: MaybeActor, userId: string, now: Date): Promise<void> {
  assertSelf(actor, userId);
  await endSessionsOf(await db(), userId, 'everywhere', now);
}
