import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { bucketConfig, isLoopback, paymobConfig, providerConfig, sellerConfig, type Given } from './service-settings';
import { environmentSchema, minSecretLength, type Environment } from './variables';

/** The configuration of the service; names as in variables.ts, in camelCase. */
export type Config = ReturnType<typeof assemble>;

/** Every problem of the environment at once; the service does not start with one. */
export class ConfigError extends Error {
  constructor(readonly problems: string[]) {
    super(`The configuration has ${problems.length} problem(s):\n${problems.map((line) => `  - ${line}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

/** @throws ConfigError naming every variable that is missing or wrong. */
export function parseConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const { values, problems } = readEnvironment(given);
  const siteUrl = values.SITE_URL ?? `http://localhost:${values.PORT}`;
  const onLocalhost = isLoopback(siteUrl);
  const config = assemble(values, given, siteUrl, onLocalhost, problems);
  if (problems.length > 0) throw new ConfigError(onePerVariable(problems));
  return config;
}

/** Invalid variables are left out of the values, so that rules between variables are checked and reported in the same run. */
function readEnvironment(given: Record<string, string | undefined>): { values: Environment; problems: string[] } {
  const parsed = environmentSchema.safeParse(given);
  if (parsed.success) return { values: parsed.data, problems: [] };
  const wrong = new Set(parsed.error.issues.map((issue) => issue.path.join('.')));
  const right = Object.fromEntries(Object.entries(given).filter(([name]) => !wrong.has(name)));
  return { values: environmentSchema.parse(right), problems: parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`) };
}

function assemble(env: Environment, given: Given, siteUrl: string, onLocalhost: boolean, problems: string[]) {
  if (!onLocalhost && !env.AUTH_SECRET) problems.push('AUTH_SECRET: required when SITE_URL is not localhost (at least 32 characters)');
  if (!onLocalhost && !env.SMTP_URL) problems.push('SMTP_URL: required when SITE_URL is not localhost');
  const dataDir = resolve(env.DATA_DIR);
  const contentDir = resolve(env.CONTENT_DIR);
  if (!isFolder(contentDir)) problems.push(`CONTENT_DIR: no such folder: ${contentDir}`);
  else if (!isFolder(join(contentDir, env.SITE_PROJECT))) problems.push(`SITE_PROJECT: no such project: ${contentDir} has no folder ${env.SITE_PROJECT}`);
  let authSecret = env.AUTH_SECRET;
  return {
    port: env.PORT, siteUrl: new URL(siteUrl).origin, onLocalhost, siteProject: env.SITE_PROJECT, contentDir,
    /** Made at the first use, so that a command that needs no key makes none: `restore` brings the one of the backup. */
    get authSecret(): string {
      return (authSecret ??= storedSecret(dataDir));
    },
    trustedProxies: env.TRUSTED_PROXIES,
    databaseUrl: env.DATABASE_URL, dataDir, mediaDir: resolve(env.MEDIA_DIR),
    /** Where lessons are instead of in `mediaDir`. */
    mediaBucket: bucketConfig(env, given, problems),
    sendFiles: env.SEND_FILES,
    smtpUrl: env.SMTP_URL, mailFrom: env.MAIL_FROM ?? `no-reply@${onLocalhost ? `${env.SITE_PROJECT}.example` : new URL(siteUrl).hostname}`,
    contactEmail: env.CONTACT_EMAIL, contactWebhookUrl: env.CONTACT_WEBHOOK_URL,
    newsletterPerMinute: env.NEWSLETTER_PER_MINUTE, newsletterBounceToken: env.NEWSLETTER_BOUNCE_TOKEN, newsletterBounceAddress: env.NEWSLETTER_BOUNCE_ADDRESS,
    paymob: paymobConfig(env, given, onLocalhost, problems),
    google: providerConfig('GOOGLE', env, given, 'https://accounts.google.com', problems),
    linkedin: providerConfig('LINKEDIN', env, given, 'https://www.linkedin.com/oauth', problems),
    accessTtlSeconds: env.ACCESS_TTL_S, otpTtlSeconds: env.OTP_TTL_S, mediaUrlTtlSeconds: env.MEDIA_URL_TTL_S, attachmentMaxBytes: env.ATTACHMENT_MAX_MB * 1024 ** 2,
    /** Who issues tax receipts; null: nobody does. */
    seller: sellerConfig(env, given, problems),
    taxPercent: env.TAX_PERCENT, reconcileEverySeconds: env.RECONCILE_EVERY_S, queuesEverySeconds: env.QUEUES_EVERY_S, limitScale: env.LIMIT_SCALE,
    adminEmail: env.ADMIN_EMAIL?.toLowerCase() ?? null, metricsToken: env.METRICS_TOKEN, logLevel: env.LOG_LEVEL,
    analyticsId: env.ANALYTICS_ID, feedbackFormUrl: env.FEEDBACK_FORM_URL,
  };
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** The first problem of each variable: a malformed one is not reported as missing too. */
function onePerVariable(problems: readonly string[]): string[] {
  const nameOf = (problem: string) => problem.slice(0, problem.indexOf(':'));
  return problems.filter((problem, index) => problems.findIndex((other) => nameOf(other) === nameOf(problem)) === index);
}

/** On localhost the secret is generated once and stored in DATA_DIR, so that sessions survive a restart. @throws Error for a damaged file */
function storedSecret(dataDir: string): string {
  const file = secretFile(dataDir);
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    writeOnce(file, randomBytes(32).toString('base64url'));
  }
  const secret = readFileSync(file, 'utf8').trim();
  if (secret.length < minSecretLength) throw new Error(`${file} is damaged: it has ${secret.length} characters. Put it back from a copy, or set AUTH_SECRET; with another secret second factors cannot be read.`);
  return secret;
}

/** Whole or not at all; of processes that start together the first one's stays. */
function writeOnce(file: string, text: string): void {
  const part = `${file}.${randomUUID()}`;
  writeFileSync(part, text, { mode: 0o600 });
  try {
    linkSync(part, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(part);
  }
}

export const secretFile = (dataDir: string): string => join(dataDir, 'auth-secret');

const processState = globalThis as { __config?: Config };

/** The configuration of this process, parsed at the first call. */
export function config(): Config {
  return (processState.__config ??= parseConfig(process.env));
}

/** Tests only: the next `config()` reads the environment again. */
export function forgetConfig(): void {
  delete processState.__config;
}
