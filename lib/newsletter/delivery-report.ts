import PostalMime, { type Email, type Header } from 'postal-mime';
import { mailboxAnswer } from '@/lib/mail/mailbox-answer';

/** What a bounce mail says of its recipient: in a part for machines (RFC 3464), or in words alone. */
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
  if (!mail) return null;
  const sentTo = ['to', 'delivered-to', 'x-original-to', 'envelope-to', 'x-failed-recipients'].map((name) => valueIn(mail.headers, name)).join('\n');
  const status = mail.attachments.find(({ mimeType }) => /^message\/(?:global-)?delivery-status$/i.test(mimeType))?.content;
  if (typeof status !== 'string') return reportInWords(mail, sentTo);
  // The first group of fields is about the message, each that follows about a recipient; of a copy there is one.
  for (const group of status.trim().split(/\r?\n[ \t]*\r?\n/)) {
    const { headers } = await PostalMime.parse(group);
    const action = valueIn(headers, 'action').toLowerCase();
    if (action === '') continue;
    const code = /[245]\.\d{1,3}\.\d{1,3}/.exec(valueIn(headers, 'status'))?.[0] ?? '';
    return { sentTo, action, status: code, diagnostic: valueIn(headers, 'diagnostic-code').replace(/^smtp;\s*/i, '').replaceAll(/\s+/g, ' ') };
  }
  return null;
}

/** Of a name that comes again all values. */
const valueIn = (headers: readonly Header[], name: string): string => headers.filter(({ key }) => key === name).map(({ value }) => value.trim()).join('\n');

/** Programs that return mail without a part for machines: qmail, older Exims and Exchanges, and providers that write to people. */
const mailPrograms = /mailer-daemon|postmaster|mail delivery (?:sub)?system|mail-daemon/i;
/** From here on it quotes the newsletter, which may say anything. */
const quotedMail = /^[ \t>]*(?:[-=_*]{2,}.*(?:copy|original|below|forwarded|returned|unsent|message follows|kopie|ursprünglich|الأصلية).*|(?:return-path|received|message-id|mime-version|content-type|dkim-signature):.*|.*\b(?:copy of (?:the|your) message|original (?:message|mail|headers?)|message headers|ursprüngliche (?:nachricht|mail)|kopie (?:der|ihrer) (?:nachricht|mail))\b.*|.*(?:الرسالة الأصلية|نسخة من الرسالة).*)$/im;
const subjectLine = /^[ \t>]*(?:subject|betreff|الموضوع):.*$/gim;
const stillTrying = /\b(?:will (?:continue|keep|be retried)|still (?:being )?tr(?:y|ied)|(?:delivery|message) (?:is |has been |was )?delayed|delay(?:ed)? (?:delivery|warning)|no action is required|retry(?:ing)? (?:for|until)|not yet (?:been )?delivered)\b|\bverzögert\b|weiter(?:hin)? versucht|\bنحاول\b|متأخر|تأخر/i;
/** A paragraph that a mail server said, not one that a program wrote around it. */
const serversWords = /(?<![\d.])5\d\d[ -]|(?<![\d.])5\.\d{1,3}\.\d{1,3}(?!\d|\.\d)/;

function reportInWords(mail: Email, sentTo: string): DeliveryReport | null {
  const from = `${mail.from?.name ?? ''} ${mail.from && 'address' in mail.from ? (mail.from.address ?? '') : ''}`;
  if (!mailPrograms.test(from) && valueIn(mail.headers, 'x-failed-recipients') === '') return null;
  const all = mail.text ?? (mail.html ?? '').replace(/<(?:br|\/p|\/div|\/tr|\/h\d)[^>]*>/gi, '\n').replace(/<[^>]+>/g, ' ');
  const words = all.slice(0, quotedMail.exec(all)?.index).replace(subjectLine, '');
  if (words.trim() === '') return null;
  if (stillTrying.test(`${mail.subject ?? ''}\n${words}`)) return { sentTo, action: 'delayed', status: '', diagnostic: '' };
  const paragraphs = words.split(/\n[ \t]*\n/).map((each) => each.replaceAll(/\s+/g, ' ').trim()).filter(Boolean);
  const quoted = paragraphs.filter((each) => serversWords.test(each));
  const telling = quoted.length > 0 ? quoted : paragraphs.filter((each) => mailboxAnswer(each) !== 'unclear');
  return { sentTo, action: 'failed', status: '', diagnostic: telling.join(' ') || (paragraphs.at(-1) ?? '') };
}

export type Bounce = 'no-mailbox' | 'refused' | 'later';

/**
 * Whether the mailbox does not exist, the copy was refused or given up for another reason, or it is still being tried. As at delivery, only
 * the first ends a subscription: a full mailbox and a blocked sender do not.
 */
export function bounceOf({ action, status, diagnostic }: Pick<DeliveryReport, 'action' | 'status' | 'diagnostic'>): Bounce {
  if (action !== 'failed') return 'later';
  return mailboxAnswer(`${status} ${diagnostic}`) === 'no-mailbox' ? 'no-mailbox' : 'refused';
}
