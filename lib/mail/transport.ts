import 'server-only';
import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport, type Transporter } from 'nodemailer';
import { config } from '@/lib/config/config';
import { readSiteConfig } from '@/lib/content/read';
import type { Language } from '@/lib/language';
import type { MailParts } from './compose';
import { headerText } from './header-text';

export type Message = MailParts & { key: string; to: string; from: string; replyTo?: string | undefined; unsubscribeUrl?: string | undefined; /** Where bounces go; absent: to `from`. */ bounceAddress?: string | undefined };

const limits = { connectionTimeout: 8000, greetingTimeout: 8000, socketTimeout: 15_000 };
const processState = globalThis as { __smtp?: { url: string; transport: Transporter } | undefined };

/** `From`: the product's name in the reader's language, as a quoted string, in which many mail programs decode words all the same. */
export async function senderFor(lang: Language): Promise<string> {
  const site = await readSiteConfig();
  return `"${(site?.productNames[lang] ?? config().siteProject).replace(/["\\]|=\?|\?=/g, '')}" <${config().mailFrom}>`;
}

/** Sends by SMTP_URL, or writes a file to DATA_DIR/mail without it. The message id derives from the key, so that a duplicate is recognisable. */
export async function sendMessage({ key, unsubscribeUrl, bounceAddress, ...parts }: Message): Promise<void> {
  const { smtpUrl, siteUrl } = config();
  const digest = createHash('sha256').update(key).digest('hex').slice(0, 32);
  const unsubscribe = unsubscribeUrl ? { 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {};
  const envelope = bounceAddress ? { envelope: { from: bounceAddress, to: parts.to } } : {};
  const message = { ...parts, subject: headerText(parts.subject), ...envelope, messageId: `<${digest}@${new URL(siteUrl).hostname}>`, headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribe } };
  if (smtpUrl) {
    await transportTo(smtpUrl).sendMail(message);
    return;
  }
  const { message: source } = await createTransport({ streamTransport: true, buffer: true, newline: 'windows' }).sendMail(message);
  const folder = join(config().dataDir, 'mail');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${new Date().toISOString().replace(/[:.]/g, '-')}-${digest.slice(0, 8)}.eml`), source as Buffer, { mode: 0o600 });
}

function transportTo(url: string): Transporter {
  if (processState.__smtp?.url !== url) processState.__smtp = { url, transport: createTransport({ url, ...limits }) };
  return processState.__smtp.transport;
}
