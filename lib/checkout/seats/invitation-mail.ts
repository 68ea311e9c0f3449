import 'server-only';
import { config } from '@/lib/config/config';
import { hmacOf, randomToken } from '@/lib/config/secrets';
import { titlesOf } from '@/lib/courses/catalogue/course';
import type { Tx } from '@/lib/database/client';
import { orderLanguage } from '@/lib/checkout/orders/order-row';
import { enqueueMail } from '@/lib/mail/outbox';
import type { SeatRow } from './seat-row';

export const seatTokenHash = (token: string): string => hmacOf('seat-link', token);

const keyOf = (seatId: string): string => `seat-invitation:${seatId}:`;

/** Writes a mail with a new link, in the order's language; links of earlier mails open nothing any more. */
export async function mailInvitation(tx: Tx, { id, line, invitations }: SeatRow, email: string, now: Date): Promise<void> {
  const token = randomToken();
  const lang = orderLanguage(line.order);
  await tx.seat.update({
    where: { id }, data: { email, tokenHash: seatTokenHash(token), invitedAt: now, invitations: invitations + 1 }, select: { id: true },
  });
  const course = await tx.course.findUniqueOrThrow({ where: { slug: line.courseSlug }, select: { text: true } });
  const data = { inviter: line.order.user?.name ?? '', course: titlesOf(course.text)[lang], url: `${config().siteUrl}/${lang}/seat?token=${token}` };
  await enqueueMail(tx, { key: `${keyOf(id)}${line.order.userId ?? ''}:${now.getTime()}`, to: email, lang, template: 'seat-invitation', data });
}

/** What has not been sent yet is not sent once the invitation is withdrawn or replaced. */
export async function withdrawMails(tx: Tx, seatId: string): Promise<void> {
  await tx.outbox.deleteMany({ where: { key: { startsWith: keyOf(seatId) }, doneAt: null } });
}
