import { config } from '@/lib/config/config';
import { readSiteConfig, readStyle } from '@/lib/content/read';
import { formats } from '@/lib/i18n/formats';
import { loadTranslator } from '@/lib/i18n/messages';
import { directionOf, type Language } from '@/lib/language';
import { formatMoney } from '@/lib/money';
import { personNameFrom } from '@/lib/person-name';
import { dropIsolates, isolateValue } from '@/lib/text';
import { type MailColours, type MailContent, renderMailHtml } from './html-part';

export interface MailParts {
  subject: string;
  text: string;
  html: string;
}
export type MailData = Record<string, string>;

const optionalFacts = [
  ['recipient', 'recipient'],
  ['coupon', 'coupon'],
  ['creditNoteNumber', 'creditNote'],
  ['about', 'about'],
  ['projectKind', 'projectKind'],
  ['budget', 'budget'],
  ['wishedDate', 'wishedDate'],
] as const;

/** Subjects start with the product name (HTTP contract). `@host #123456` lets phones fill in a code on this site. */
export async function composeEmail(template: string, lang: Language, data: MailData): Promise<MailParts> {
  const t = await loadTranslator(lang);
  const [site, colours] = await Promise.all([readSiteConfig(), readMailColours()]);
  const productName = site?.productName ?? config().siteProject;
  const direction = directionOf(lang);
  const product = site?.productNames[lang] ?? productName;
  // Mails queued by an earlier version lack `how`, which says how a refund is paid.
  const values = isolateValues({ how: 'provider', ...formatValues(data, lang), product }, direction);
  const formatLine = (name: string): string =>
    t.has(`mail.${template}.${name}`) ? t(`mail.${template}.${name}`, values) : '';
  const url = buildActionUrl(template, lang, data);
  const sheet = template === 'refunded' && !data.creditNoteNumber ? '' : formatLine('sheet');
  const facts = [formatLine('facts'), ...optionalFacts.map(([value, name]) => (data[value] ? formatLine(name) : ''))]
    .join('\n')
    .split('\n')
    .filter(Boolean);
  const parts = {
    lang,
    direction,
    title: formatLine('subject'),
    greeting: data.name ? t('mail.greeting', values) : '',
    paragraphs: formatLine('body').split('\n').filter(Boolean),
    facts: facts.map(parseFact),
    code: data.code ?? '',
    quote: data.message ?? '',
    action: url ? { label: formatLine('action') || url, url } : null,
    sheet: buildSheet(sheet, lang, data),
    after: formatLine('after'),
    signature: t('mail.signature', values),
    siteUrl: config().siteUrl,
    boundCode: data.code ? `@${new URL(config().siteUrl).hostname} #${data.code}` : '',
    productName: product,
    colours,
  };
  return {
    subject: `${productName}: ${dropIsolates(parts.title)}`,
    text: toPlainText(parts),
    html: renderMailHtml(parts),
  };
}

function buildSheet(label: string, lang: Language, { sheetUrl, orderId }: MailData): MailContent['sheet'] {
  if (label && sheetUrl) return { label, url: sheetUrl };
  return label && orderId
    ? { label, url: `${config().siteUrl}/${lang}/payment/receipt/${encodeURIComponent(orderId)}` }
    : null;
}

export async function readMailColours(): Promise<MailColours> {
  const style = await readStyle();
  const colour = (name: string, otherwise: string) => style?.[`--${name}`] ?? otherwise;
  return {
    paper: colour('paper', '#ffffff'),
    surface: colour('surface', '#ffffff'),
    line: colour('line', '#808080'),
    ink: colour('ink', '#000000'),
    soft: colour('ink-soft', '#000000'),
    accent: colour('accent', '#000000'),
    onAccent: colour('on-accent', '#ffffff'),
    deep: colour('deep', '#000000'),
    onDeep: colour('on-deep', '#ffffff'),
  };
}

function parseFact(line: string): [string, string] {
  const [label = '', ...value] = line.split(': ');
  return [label, value.join(': ')];
}

function toPlainText({
  greeting,
  paragraphs,
  facts,
  code,
  quote,
  action,
  sheet,
  after,
  signature,
  boundCode,
}: MailContent): string {
  const parts = [
    greeting,
    ...paragraphs,
    facts.map((fact) => fact.join(': ')).join('\n'),
    code,
    quote && quote.replace(/^/gm, '> '),
    action && `${action.label}:\n${action.url}`,
    sheet && `${sheet.label}:\n${sheet.url}`,
    after,
    signature,
    boundCode,
  ];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

const timeFields = new Set(['changedAt', 'payUntilAt']);

const nameFields = new Set(['name', 'author', 'giver', 'inviter', 'recipient', 'who']);

/** Texts that users choose freely: the name rule does not apply to them. */
const labelFields = new Set(['passkey']);

/** Removes line breaks and links, so that users cannot add paragraphs or advertise in the email. */
function oneLine(name: string, value: string): string {
  const line = value.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
  if (labelFields.has(name)) return line.replaceAll(/([.:/])(?=\S)/g, '$1 ');
  return nameFields.has(name) && !/^\S+@\S+$/.test(line) ? personNameFrom(line) : line;
}

function formatValues(input: MailData, lang: Language): Record<string, string> {
  const data = Object.fromEntries(Object.entries(input).map(([name, value]) => [name, oneLine(name, value)]));
  const times = Object.entries(data).filter(([name, text]) => name.endsWith('At') && !Number.isNaN(Date.parse(text)));
  const formatted = times.map(([name, text]) => [
    name,
    new Intl.DateTimeFormat(lang, timeFields.has(name) ? formats.dateTime.time : formats.dateTime.long).format(
      new Date(text),
    ),
  ]);
  const amounts = Object.entries(data).filter(([name]) => name.endsWith('Piastres'));
  const money = amounts.map(([name, piastres]) => [
    name.slice(0, -'Piastres'.length),
    formatMoney(Number(piastres), lang, data[`${name.slice(0, -'Piastres'.length)}Currency`] ?? data.currency),
  ]);
  return { ...data, ...Object.fromEntries([...money, ...formatted]) };
}

/** Values that messages match by `select`. Do not wrap them in isolate characters: they would match no branch. */
const selectValues: Record<string, readonly string[]> = {
  giver: ['none'],
  device: ['unknown'],
  goal: ['reached', 'begun'],
  password: ['removed'],
  how: ['hand', 'provider'],
  state: ['paused', 'sent'],
};

const isolateValues = (values: Record<string, string>, direction: 'rtl' | 'ltr'): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      selectValues[name]?.includes(value) ? value : isolateValue(value, direction),
    ]),
  );

const pageByTemplate: Record<string, string> = {
  'session-ended': 'forgetPassword',
  'password-changed': 'forgetPassword',
  'password-removed': 'forgetPassword',
  'provider-unlinked': 'forgetPassword',
  'email-restored': 'forgetPassword',
  'new-device': 'forgetPassword',
  'second-factor-locked': 'forgetPassword',
  'recovery-code-used': 'forgetPassword',
  'provider-linked': 'profile/security',
  'second-factor-on': 'profile/security',
  'second-factor-off': 'profile/security',
  'second-factor-reset': 'profile/security',
  'passkey-added': 'profile/security',
  'passkey-removed': 'profile/security',
  'authenticator-changed': 'profile/security',
  'recovery-codes-replaced': 'profile/security',
};

function buildActionUrl(template: string, lang: Language, data: MailData): string | null {
  if (data.url) return data.url;
  const { siteUrl } = config();
  if (pageByTemplate[template]) return `${siteUrl}/${lang}/${pageByTemplate[template]}`;
  if ((template === 'receipt' || template === 'free-order') && data.courseSlug)
    return `${siteUrl}/${lang}/course/${encodeURIComponent(data.courseSlug)}`;
  return data.orderId ? `${siteUrl}/${lang}/profile/payments` : null;
}
