import 'server-only';
import type { Actor } from '@/lib/actor';
import { db } from '@/lib/db';
import { defaultLanguage, isLanguage } from '@/lib/language';

/** The row decides, every time: signed out, expired, deleted or changed in role counts from the next request on. */
export async function liveActor(sessionId: string, userId: string, now: Date): Promise<Actor | null> {
  const client = await db();
  const session = await client.session.findUnique({
    where: { id: sessionId },
    select: {
      userId: true, revokedAt: true, expiresAt: true, signedInAt: true, totpAt: true,
      user: { select: { role: true, name: true, email: true, lang: true, totpConfirmedAt: true, deletedAt: true } },
    },
  });
  if (!session || session.userId !== userId || session.revokedAt || session.expiresAt <= now || session.user.deletedAt) return null;
  const { user } = session;
  return {
    userId, role: user.role, sessionId, name: user.name, email: user.email,
    lang: isLanguage(user.lang) ? user.lang : defaultLanguage,
    signedInAt: session.signedInAt, totpEnrolled: user.totpConfirmedAt !== null, totpAt: session.totpAt,
  };
}
