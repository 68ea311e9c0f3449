import PostalMime, { type Header } from 'postal-mime';

/** What a bounce mail says of its recipient (RFC 3464). */
export interface DeliveryReport {
  /** The headers in which the address stands that the bounce was sent to. */
  sentTo: string;
  action: string;
  /** such as `5.1.1`; empty when the mail server does not say */
  status: string;
  /** What the recipient's mail server answered. */
  diagnostic: string;
}

/** @param source the whole mail. @returns null for any mail that is no delivery report */
export async function readDeliveryReport(source: string): Promise<DeliveryReport | null> {
  // It refuses headers and nesting beyond what mail servers write.
  const mail = await PostalMime.parse(source, { attachmentEncoding: 'utf8' }).catch(() => null);
  const status = mail?.attachments.find(({ mimeType }) => /^message\/(?:global-)?delivery-status$/i.test(mimeType))?.content;
  if (!mail || typeof status !== 'string') return null;
  // The first group of fields is about the message, each that follows about a recipient; of a copy there is one.
  for (const group of status.trim().split(/\r?\n[ \t]*\r?\n/)) {
    const { headers } = await PostalMime.parse(group);
    const action = valueIn(headers, 'action').toLowerCase();
    if (action === '') continue;
    const sentTo = ['to', 'delivered-to', 'x-original-to', 'envelope-to', 'x-failed-recipients'].map((name) => valueIn(mail.headers, name)).join('\n');
    const code = /[245]\.\d{1,3}\.\d{1,3}/.exec(valueIn(headers, 'status'))?.[0] ?? '';
    return { sentTo, action, status: code, diagnostic: valueIn(headers, 'diagnostic-code').replace(/^smtp;\s*/i, '').replaceAll(/\s+/g, ' ') };
  }
  return null;
}

/** Of a name that comes again all values. */
const valueIn = (headers: readonly Header[], name: string): string => headers.filter(({ key }) => key === name).map(({ value }) => value.trim()).join('\n');

export type Bounce = 'no-mailbox' | 'refused' | 'later';

/**
 * Whether the mailbox does not exist, the copy was refused or given up for another reason, or it is still being tried. As at delivery, only
 * the first ends a subscription: a full mailbox and a blocked sender do not.
 */
export function bounceOf({ action, status, diagnostic }: Pick<DeliveryReport, 'action' | 'status' | 'diagnostic'>): Bounce {
  if (action !== 'failed') return 'later';
  // Exim and some gateways say 5.0.0 for everything: then the answer itself tells more.
  const enhanced = status === '' || status.endsWith('.0.0') ? (/\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(diagnostic)?.[0] ?? '') : status;
  // 5.4.1: Exchange, of an address that its directory does not have. 5.5.0: Outlook.com.
  if (/^5\.1\.(?:0|1|2|3|6|10)$|^5\.2\.1$|^5\.4\.1$/.test(enhanced)) return 'no-mailbox';
  if (enhanced !== '' && enhanced !== '5.5.0') return 'refused';
  return /^(?:.*?\b)?55[013]\b/.test(diagnostic) && !/spam|blocked|policy|blacklist|reputation|quota|full/i.test(diagnostic) ? 'no-mailbox' : 'refused';
}
