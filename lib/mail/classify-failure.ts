export type MailboxReply = 'no-mailbox' | 'other' | 'unclear';

/** RFC 3463 codes for unknown and moved addresses. Exchange sends 5.1.10 for recipients not in its directory. */
const noMailboxCodes = new Set(['5.1.1', '5.1.6', '5.1.10']);
/** Ignore general codes: Exim and some gateways send 5.0.0 for everything, and some servers 5.1.0 for any address. */
const generalCodes = /^5\.(?:0|1)\.0$/;
/** Does not match inside an IP address such as 192.0.5.1. */
const enhancedCode = /(?<![\d.])[245]\.\d{1,3}\.\d{1,3}(?!\d|\.\d)/g;

const laterReply = /(?:^|said: |smtp; ?)\s*4[0-5]\d\b(?!\.)/im;

const noMailboxTexts = [
  // Wordings of Postfix, Exim, Sendmail, Exchange, Gmail, Yahoo, Mail.ru, GMX and qmail.
  /\b(?:unknown|no such|invalid|non-?existent)[ -](?:local[ -])?(?:users?|recipients?|mailbox(?:es)?|accounts?|address(?:es)?|names?|persons?|e-?mail(?: address)?|local[ -]?part)\b/i,
  /\b(?:user|recipient|mailbox|account|address)\b[^.;\n]{0,80}?(?:\bunknown\b|\bnot found\b|\bnot known\b|\bdo(?:es)?(?: not|n['’]t) exist\b|\bnot exist\b|\bcould(?: not|n['’]t) be found\b)/i,
  /\bno (?:mailbox|user|recipient)\b[^.;\n]{0,30}\b(?:here|by that name|found)\b/i,
  /\bthis user doesn['’]t have an? \S+ account\b/i,
  /\bnot a (?:known|valid) (?:user|recipient|mailbox)\b/i,
  /\bRecipientNotFound\b/i,
  /\b(?:Empf(?:ä|ae)nger|Benutzer|Postfach|Konto|(?:E-?Mail-?)?Adresse)\b[^.;\n]{0,80}?(?:\bunbekannt\b|\b(?:existiert|existieren) nicht\b|\bnicht (?:gefunden|vorhanden|bekannt)\b|\bgibt es nicht\b)/i,
  /\bunbekannter? (?:Empf(?:ä|ae)nger|Benutzer)\b/i,
  /\bkein (?:solches )?Postfach\b/i,
  /(?:المستخدم|المستلم|البريد|العنوان|الحساب|العثور على)[^.؛\n]{0,80}?(?:غير موجود|غير معروف|لا يوجد|غير صالح للاستلام)/,
  /(?:لا يوجد|لم يتم العثور على|تعذر العثور على|لم نعثر على)[^.؛\n]{0,40}?(?:مستخدم|مستلم|صندوق|عنوان|حساب|العنوان|المستخدم|المستلم|الحساب)/,
];

/** Texts that name a cause other than a missing mailbox. */
const otherTexts = new RegExp(
  [
    'spam',
    'black ?-?list',
    'block(?:ed|ing|list)',
    'deny ?-?list',
    '\\b(?:dnsbl|rbl|spf|dkim|dmarc|arc|ptr|rdns)\\b',
    'reputation',
    'polic(?:y|ies)',
    'authenticat',
    'unauthori[sz]ed',
    'quota',
    '\\bfull\\b',
    'over (?:its |the )?(?:limit|quota)',
    'storage',
    'too (?:many|large|big|much)',
    'size limit',
    '\\brelay(?! recipient table)',
    'sender',
    'from address',
    'envelope',
    'return.?path',
    'callout',
    'callback',
    'verif',
    'virus',
    'malware',
    'phish',
    'content',
    'attachment',
    '\\brate\\b',
    'throttl',
    'gr[ea]ylist',
    'temporar',
    'try (?:again )?later',
    'deferred',
    'time ?d? ?out',
    'inactive',
    'disabled',
    'suspended',
    'locked',
    'access denied',
    'permission',
    'prohibited',
    'not allowed',
    'reverse dns',
    'host ?name',
    'lookup failed',
    'dns ',
    'host or domain',
    'host (?:not found|unknown)',
    '(?:unknown|no such|invalid) (?:host|domain)',
    'domain (?:name )?(?:is )?(?:not|unknown|invalid|does)',
    'connection',
    'loop',
    '\\bvoll\\b',
    'überfüllt',
    'kontingent',
    'speicher',
    'gesperrt',
    'deaktiviert',
    'blockiert',
    'richtlinie',
    'absender',
    'vorübergehend',
    'sperrliste',
    'größe',
    'später',
    'verzöger',
    'ممتلئ',
    'الحصة',
    'مساحة',
    'محظور',
    'حظر',
    'سياسة',
    'المرسل',
    'مزعج',
    'مؤقت',
    'لاحق',
    'موقوف',
    'معطل',
    'حجم',
  ].join('|'),
  'i',
);

/** Removes addresses and links, because words in them prove nothing: `full@…`, `…/spam-policy`. */
const dropAddresses = (text: string): string =>
  text
    .replace(/https?:\/\/\S+/g, ' ')
    .replace(/<[^>\s]*>/g, ' ')
    .replace(/\S+@\S+/g, ' ');

/** Requires clear evidence of a missing mailbox, because that result ends the subscription. */
export function classifyReply(answer: string): MailboxReply {
  if (laterReply.test(answer)) return 'other';
  const codes = (answer.match(enhancedCode) ?? []).filter((code) => !generalCodes.test(code));
  if (codes.some((code) => !noMailboxCodes.has(code))) return 'other';
  const text = dropAddresses(answer.replace(enhancedCode, ' '));
  if (otherTexts.test(text)) return 'other';
  if (codes.length > 0) return 'no-mailbox';
  return noMailboxTexts.some((known) => known.test(text)) ? 'no-mailbox' : 'unclear';
}

/**
 * `bounced`: no such mailbox · `failed`: other permanent refusal · `later`: temporary refusal · `away`: the server
 * accepts no mail from us · `inDoubt`: the server may have accepted the mail.
 */
export type Refusal = 'bounced' | 'failed' | 'later' | 'away' | 'inDoubt';

interface SmtpError {
  code?: string;
  command?: string;
  responseCode?: number;
  response?: string;
  timeoutType?: string;
  syscall?: string;
  message: string;
}

const beforeMessage = new Set(['EDNS', 'EAUTH', 'ENOAUTH', 'EOAUTH2', 'ETLS', 'EREQUIRETLS', 'EPROXY']);
const beforeGreeting = new Set(['CONNECT_TIMEOUT', 'GREETING_TIMEOUT']);
export function classifyFailure(thrown: unknown): Refusal {
  const error = (thrown instanceof Error ? thrown : new Error(String(thrown))) as SmtpError;
  const { responseCode, response = '' } = error;
  if (responseCode !== undefined) {
    // A refusal before RCPT TO (greeting, sign-in, sender) affects every mail. 421: the server closes the connection.
    if (responseCode === 421 || (error.command !== 'RCPT TO' && error.command !== 'DATA')) return 'away';
    if (responseCode < 500) return 'later';
    // Servers answer 550 for a bad sender, a full mailbox and an unknown mailbox. Only an unknown one is a bounce.
    return error.command === 'RCPT TO' && classifyReply(response) === 'no-mailbox' ? 'bounced' : 'failed';
  }
  if (error.code === 'EENVELOPE') return 'failed';
  const isUnsent =
    beforeMessage.has(error.code ?? '') ||
    beforeGreeting.has(error.timeoutType ?? '') ||
    error.syscall === 'connect' ||
    error.message.startsWith('connect ');
  return isUnsent ? 'away' : 'inDoubt';
}
