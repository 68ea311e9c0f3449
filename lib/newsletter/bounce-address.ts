import 'server-only';
import { createHmac } from 'node:crypto';
import { config } from '@/lib/config/config';
import { deriveKey, safeEqual } from '@/lib/config/secrets';

/** In hexadecimal digits, since mail servers change the case of addresses; 64 bits. */
const signatureOf = (copyId: string): string => createHmac('sha256', deriveKey('newsletter-bounce')).update(copyId).digest('hex').slice(0, 16);

/**
 * The sender that mail servers see of one copy (`Return-Path`): a bounce comes back to it and says by itself which copy it is about,
 * whatever else the mail server writes. Undefined while NEWSLETTER_BOUNCE_ADDRESS is not set.
 */
export function bounceAddress(copyId: bigint): string | undefined {
  const address = config().newsletterBounceAddress;
  return address?.replace('@', `+${copyId}.${signatureOf(String(copyId))}@`);
}

/** The copy of the first address that is ours. @param text of headers, such as `To` */
export function copyOfBounceAddress(text: string): bigint | null {
  for (const [, copyId = '', signature = ''] of text.toLowerCase().matchAll(/\+(\d{1,18})\.([0-9a-f]{16})@/g)) {
    if (safeEqual(signature, signatureOf(copyId))) return BigInt(copyId);
  }
  return null;
}
