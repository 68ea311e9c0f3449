import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport, type SendMailOptions, type Transporter } from 'nodemailer';
import { config } from '@/lib/config/config';
import { readSiteConfig } from '@/lib/content/read';
import type { Language } from '@/lib/language';
import { processState } from '@/lib/process/process-state';
import { type ServiceOutcome, timeService } from '@/lib/process/recorded-metrics';
import { classifyFailure, type Refusal } from './classify-failure';
import type { MailParts } from './compose';

export type Message = MailParts & {
  key: string;
  to: string;
  from: string;
  replyTo?: string | undefined;
  /** True for a visitor's message: help desks put aside mail that is marked as automatic. */
  isFromVisitor?: boolean;
  unsubscribeUrl?: string | undefined;
  bounceAddress?: string | undefined;
};

const limits = { connectionTimeout: 8000, greetingTimeout: 8000, socketTimeout: 15_000 };
const state = processState('smtp', () => ({ smtp: undefined as { url: string; transport: Transporter } | undefined }));

/** Strips `=?`, since many mail programs decode encoded words even inside a quoted string. */
export async function readSender(lang: Language): Promise<string> {
  const site = await readSiteConfig();
  return `"${(site?.productNames[lang] ?? config().siteProject).replace(/["\\]|=\?|\?=/g, '')}" <${config().mailFrom}>`;
}

/** Derives the message id from the key, so that mail programs can recognise duplicates. */
export async function sendMessage({
  key,
  unsubscribeUrl,
  bounceAddress,
  isFromVisitor,
  ...parts
}: Message): Promise<void> {
  const { smtpUrl, siteUrl } = config();
  const digest = createHash('sha256').update(key).digest('hex').slice(0, 32);
  const unsubscribe = unsubscribeUrl
    ? { 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
    : {};
  const envelope = bounceAddress ? { envelope: { from: bounceAddress, to: parts.to } } : {};
  const message = {
    ...parts,
    subject: headerText(parts.subject),
    ...envelope,
    messageId: `<${digest}@${new URL(siteUrl).hostname}>`,
    headers: { ...(isFromVisitor ? {} : { 'Auto-Submitted': 'auto-generated' }), ...unsubscribe },
  };
  if (smtpUrl) {
    await sendBySmtp(smtpUrl, message);
    return;
  }
  const { message: source } = await createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'windows',
  }).sendMail(message);
  const folder = join(config().dataDir, 'mail');
  await mkdir(folder, { recursive: true });
  await writeFile(
    join(folder, `${new Date().toISOString().replace(/[:.]/g, '-')}-${digest.slice(0, 8)}.eml`),
    source as Buffer,
    { mode: 0o600 },
  );
}

const outcomes: Readonly<Record<Refusal, ServiceOutcome>> = {
  bounced: 'refused',
  failed: 'refused',
  later: 'refused',
  away: 'unreachable',
  inDoubt: 'failed',
};

async function sendBySmtp(url: string, message: SendMailOptions): Promise<void> {
  const record = timeService('mail');
  try {
    await transportTo(url).sendMail(message);
  } catch (error) {
    record(outcomes[classifyFailure(error)]);
    throw error;
  }
  record('ok');
}

function transportTo(url: string): Transporter {
  if (state.smtp?.url !== url) state.smtp = { url, transport: createTransport({ url, ...limits }) };
  return state.smtp.transport;
}

/** In base64, with prefix and suffix, this stays within the 75 characters that RFC 2047, 2 allows. */
const maxWordBytes = 45;

/** Encodes text that looks like an encoded word, because Nodemailer would send it unencoded. */
function headerText(text: string): string {
  if (!text.includes('=?')) return text;
  const words = [''];
  for (const letter of text) {
    if (Buffer.byteLength((words.at(-1) ?? '') + letter) > maxWordBytes) words.push('');
    words[words.length - 1] += letter;
  }
  return words.map((word) => `=?UTF-8?B?${Buffer.from(word).toString('base64')}?=`).join(' ');
}
