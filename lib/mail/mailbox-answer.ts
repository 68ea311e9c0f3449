/** What a mail server's answer says of the mailbox: there is none, something else is wrong, or it does not say. */
export type MailboxAnswer = 'no-mailbox' | 'other' | 'unclear';

/** RFC 3463: an address that does not exist, one that has moved away, and Exchange's recipient that its directory does not have. */
const noMailboxCodes = new Set(['5.1.1', '5.1.6', '5.1.10']);
/** Say nothing by themselves: Exim and some gateways write 5.0.0 for everything, others 5.1.0 for senders and recipients alike. */
const generalCodes = /^5\.(?:0|1)\.0$/;
/** Not part of an address of a machine, such as 192.0.5.1. */
const enhancedCode = /(?<![\d.])[245]\.\d{1,3}\.\d{1,3}(?!\d|\.\d)/g;

/** A reply of 400 to 459: to be tried again. */
const laterReply = /(?:^|said: |smtp; ?)\s*4[0-5]\d\b(?!\.)/im;

const noMailboxTexts = [
  // As Postfix, Exim, Sendmail, Exchange, Gmail, Yahoo, Mail.ru, GMX and qmail write it.
  /\b(?:unknown|no such|invalid|non-?existent)[ -](?:local[ -])?(?:users?|recipients?|mailbox(?:es)?|accounts?|address(?:es)?|names?|persons?|e-?mail(?: address)?|local[ -]?part)\b/i,
  /\b(?:user|recipient|mailbox|account|address)\b[^.;\n]{0,80}?(?:\bunknown\b|\bnot found\b|\bnot known\b|\bdo(?:es)?(?: not|n['’]t) exist\b|\bnot exist\b|\bcould(?: not|n['’]t) be found\b)/i,
  /\bno (?:mailbox|user|recipient)\b[^.;\n]{0,30}\b(?:here|by that name|found)\b/i, /\bthis user doesn['’]t have an? \S+ account\b/i, /\bnot a (?:known|valid) (?:user|recipient|mailbox)\b/i, /\bRecipientNotFound\b/i,
  /\b(?:Empf(?:ä|ae)nger|Benutzer|Postfach|Konto|(?:E-?Mail-?)?Adresse)\b[^.;\n]{0,80}?(?:\bunbekannt\b|\b(?:existiert|existieren) nicht\b|\bnicht (?:gefunden|vorhanden|bekannt)\b|\bgibt es nicht\b)/i, /\bunbekannter? (?:Empf(?:ä|ae)nger|Benutzer)\b/i, /\bkein (?:solches )?Postfach\b/i,
  /(?:المستخدم|المستلم|البريد|العنوان|الحساب|العثور على)[^.؛\n]{0,80}?(?:غير موجود|غير معروف|لا يوجد|غير صالح للاستلام)/, /(?:لا يوجد|لم يتم العثور على|تعذر العثور على|لم نعثر على)[^.؛\n]{0,40}?(?:مستخدم|مستلم|صندوق|عنوان|حساب|العنوان|المستخدم|المستلم|الحساب)/,
];

/** Of the sender, the text, the moment, or of a mailbox that is there: quota, block lists, policy, authentication, relaying. Whatever else the answer says, it is no evidence. */
const otherTexts = new RegExp([
  'spam', 'black ?-?list', 'block(?:ed|ing|list)', 'deny ?-?list', '\\b(?:dnsbl|rbl|spf|dkim|dmarc|arc|ptr|rdns)\\b', 'reputation', 'polic(?:y|ies)', 'authenticat', 'unauthori[sz]ed', 'quota', '\\bfull\\b', 'over (?:its |the )?(?:limit|quota)', 'storage', 'too (?:many|large|big|much)',
  'size limit', '\\brelay', 'sender', 'from address', 'envelope', 'return.?path', 'callout', 'callback', 'verif', 'virus', 'malware', 'phish', 'content', 'attachment', '\\brate\\b', 'throttl', 'gr[ea]ylist', 'temporar', 'try (?:again )?later', 'deferred', 'time ?d? ?out', 'inactive', 'disabled', 'suspended', 'locked', 'access denied',
  'permission', 'prohibited', 'not allowed', 'reverse dns', 'host ?name', 'lookup failed', 'dns ', 'host or domain', 'host (?:not found|unknown)', '(?:unknown|no such|invalid) (?:host|domain)', 'domain (?:name )?(?:is )?(?:not|unknown|invalid|does)', 'connection', 'loop',
  '\\bvoll\\b', 'überfüllt', 'kontingent', 'speicher', 'gesperrt', 'deaktiviert', 'blockiert', 'richtlinie', 'absender', 'vorübergehend', 'sperrliste', 'größe', 'später', 'verzöger',
  'ممتلئ', 'الحصة', 'مساحة', 'محظور', 'حظر', 'سياسة', 'المرسل', 'مزعج', 'مؤقت', 'لاحق', 'موقوف', 'معطل', 'حجم',
].join('|'), 'i');

/** Words inside addresses and links say nothing: `full@…`, `…/spam-policy`. */
const withoutAddresses = (text: string): string => text.replace(/https?:\/\/\S+/g, ' ').replace(/<[^>\s]*>/g, ' ').replace(/\S+@\S+/g, ' ');

/**
 * Only clear evidence counts as "no such mailbox", since it ends a subscription: each enhanced code says so, or, where there is none, a well-known text does;
 * and nothing names another cause.
 * @param answer the server's words, with codes
 */
export function mailboxAnswer(answer: string): MailboxAnswer {
  if (laterReply.test(answer)) return 'other';
  const codes = (answer.match(enhancedCode) ?? []).filter((code) => !generalCodes.test(code));
  if (codes.some((code) => !noMailboxCodes.has(code))) return 'other';
  const text = withoutAddresses(answer.replace(enhancedCode, ' '));
  if (otherTexts.test(text)) return 'other';
  if (codes.length > 0) return 'no-mailbox';
  return noMailboxTexts.some((known) => known.test(text)) ? 'no-mailbox' : 'unclear';
}
