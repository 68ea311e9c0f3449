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

type Headers = ReadonlyMap<string, string>;

/** @param source the whole mail. @returns null for any mail that is no delivery report */
export function readDeliveryReport(source: string): DeliveryReport | null {
  const [headers, body] = partOf(source.replaceAll('\r\n', '\n').replace(/^From .*\n/, ''));
  const boundary = /boundary="?([^";\n]+)"?/i.exec(headers.get('content-type') ?? '')?.[1];
  if (!boundary) return null;
  const parts = body.split(`--${boundary}`).slice(1).map((part) => partOf(part.replace(/^[ \t]*\n/, '')));
  const status = parts.find(([own]) => /^message\/(?:global-)?delivery-status\b/i.test(own.get('content-type') ?? ''))?.[1];
  if (status === undefined) return null;
  // The first group of fields is about the message, each that follows about a recipient; of a copy there is one.
  const recipient = status.trim().split(/\n[ \t]*\n/).map(fieldsOf).find((fields) => fields.has('action'));
  if (!recipient) return null;
  const sentTo = ['to', 'delivered-to', 'x-original-to', 'envelope-to', 'x-failed-recipients'].map((name) => headers.get(name) ?? '').join('\n');
  return {
    sentTo, action: (recipient.get('action') ?? '').toLowerCase(), status: /[245]\.\d{1,3}\.\d{1,3}/.exec(recipient.get('status') ?? '')?.[0] ?? '',
    diagnostic: (recipient.get('diagnostic-code') ?? '').replace(/^smtp;\s*/i, ''),
  };
}

function partOf(text: string): [Headers, string] {
  const end = text.indexOf('\n\n');
  return end < 0 ? [fieldsOf(text), ''] : [fieldsOf(text.slice(0, end)), text.slice(end + 2)];
}

/** Names in small letters; folded lines as one; of a name that comes again all values. */
function fieldsOf(text: string): Headers {
  const fields = new Map<string, string>();
  for (const line of text.replaceAll(/\n[ \t]+/g, ' ').split('\n')) {
    const [, name = '', value = ''] = /^([\w-]+):\s*(.*)$/.exec(line) ?? [];
    if (name) fields.set(name.toLowerCase(), [fields.get(name.toLowerCase()), value.trim()].filter(Boolean).join('\n'));
  }
  return fields;
}

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
