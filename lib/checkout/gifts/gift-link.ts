import 'server-only';
import { config } from '@/lib/config/config';
import { hmacOf, randomToken } from '@/lib/config/secrets';
import type { Language } from '@/lib/language';

/** Only this is stored of a link. */
export const giftHash = (token: string): string => hmacOf('gift-link', token);

/** The link opens a gift once, for whoever has it: it was mailed to the recipient. */
export function newGiftLink(lang: Language): { hash: string; url: string } {
  const token = randomToken();
  return { hash: giftHash(token), url: `${config().siteUrl}/${lang}/gift?${new URLSearchParams({ token })}` };
}
