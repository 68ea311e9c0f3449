import 'server-only';
import { config } from '@/lib/config/config';
import { hmacOf, safeEqual } from '@/lib/config/secrets';
import { transaction, type Tx } from '@/lib/database/client';
import type { Language } from '@/lib/language';
import { notFound } from '@/lib/problem';
import { forgetAnswers } from './copies';

/** Whoever reads the mailbox may unsubscribe, without signing in. */
export interface UnsubscribeLink { readonly reader: string; /** The newsletter that has the link. */ readonly letter: string; readonly key: string }

const keyOf = (reader: string, letter: string): string => hmacOf('unsubscribe-newsletter', `${reader} ${letter}`);

export const isUnsubscribeLink = ({ reader, letter, key }: UnsubscribeLink): boolean => safeEqual(key, keyOf(reader, letter));

/** `page`: where a person confirms it; `oneClick`: what a mail program posts to (RFC 8058). */
export function unsubscribeUrls(reader: string, letter: string, lang: Language): { page: string; oneClick: string } {
  const query = new URLSearchParams({ reader, letter, key: keyOf(reader, letter) });
  const { siteUrl } = config();
  return { page: `${siteUrl}/${lang}/newsletter/unsubscribe?${query}`, oneClick: `${siteUrl}/api/newsletter/unsubscribe?${query}&lang=${lang}` };
}

/** Also for whoever has unsubscribed before: the link says the same. @throws Problem 404 for a link that is not ours */
export async function unsubscribe(link: UnsubscribeLink): Promise<void> {
  if (!isUnsubscribeLink(link)) throw notFound();
  await transaction(async (tx) => {
    if (await endSubscription(tx, link.reader)) await tx.newsletter.updateMany({ where: { id: link.letter }, data: { unsubscribedCount: { increment: 1 } } });
  });
}

/** Copies that wait are withdrawn when their turn comes. @returns whether there was a subscription */
export async function endSubscription(tx: Tx, id: string): Promise<boolean> {
  await forgetAnswers(tx, id);
  return (await tx.subscriber.deleteMany({ where: { id } })).count === 1;
}
