import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { processState } from '@/lib/process/process-state';
import type { MediaBucket } from '@/lib/s3';
import { paymobConfig } from './paymob';
import { isLoopback, type RawEnvironment, requireAll } from './variable-rules';
import { type Environment, environmentSchema, minSecretLength } from './variables';

export type Config = ReturnType<typeof buildConfig>;

export class ConfigError extends Error {
  constructor(readonly problems: string[]) {
    super(`The configuration has ${problems.length} problem(s):\n${problems.map((line) => `  - ${line}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

/** @throws ConfigError naming every faulty variable */
export function parseConfig(env: Record<string, string | undefined>): Config {
  const variables = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const { values, problems } = readEnvironment(variables);
  const siteUrl = values.SITE_URL ?? `http://localhost:${values.PORT}`;
  const onLocalhost = isLoopback(siteUrl);
  const config = buildConfig(values, variables, siteUrl, onLocalhost, problems);
  if (problems.length > 0) throw new ConfigError(firstProblemPerVariable(problems));
  return config;
}

/** Drops invalid variables, so that rules that combine several valid ones are still checked. */
function readEnvironment(env: Record<string, string | undefined>): { values: Environment; problems: string[] } {
  const parsed = environmentSchema.safeParse(env);
  if (parsed.success) return { values: parsed.data, problems: [] };
  const invalidNames = new Set(parsed.error.issues.map((issue) => issue.path.join('.')));
  const validVariables = Object.fromEntries(Object.entries(env).filter(([name]) => !invalidNames.has(name)));
  return {
    values: environmentSchema.parse(validVariables),
    problems: parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`),
  };
}

function buildConfig(
  env: Environment,
  variables: RawEnvironment,
  siteUrl: string,
  isOnLocalhost: boolean,
  problems: string[],
) {
  if (!isOnLocalhost && !env.AUTH_SECRET)
    problems.push('AUTH_SECRET: required when SITE_URL is not localhost (at least 32 characters)');
  if (!isOnLocalhost && !env.SMTP_URL) problems.push('SMTP_URL: required when SITE_URL is not localhost');
  const dataDir = resolve(env.DATA_DIR);
  const contentDir = resolve(env.CONTENT_DIR);
  if (!isFolder(contentDir)) problems.push(`CONTENT_DIR: no such folder: ${contentDir}`);
  else if (!isFolder(join(contentDir, env.SITE_PROJECT)))
    problems.push(`SITE_PROJECT: no such project: ${contentDir} has no folder ${env.SITE_PROJECT}`);
  let authSecret = env.AUTH_SECRET;
  return {
    port: env.PORT,
    listenHost: env.LISTEN_HOST,
    siteUrl: new URL(siteUrl).origin,
    onLocalhost: isOnLocalhost,
    siteProject: env.SITE_PROJECT,
    contentDir,
    /** Created on first use, so that `restore` can install the backup's secret first. */
    get authSecret(): string {
      return (authSecret ??= storedSecret(dataDir));
    },
    trustedProxies: env.TRUSTED_PROXIES,
    databaseUrl: env.DATABASE_URL,
    dataDir,
    mediaDir: resolve(env.MEDIA_DIR),
    mediaBucket: bucketConfig(env, variables, problems),
    sendFiles: env.SEND_FILES,
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM ?? `no-reply@${isOnLocalhost ? `${env.SITE_PROJECT}.example` : new URL(siteUrl).hostname}`,
    contactEmail: env.CONTACT_EMAIL,
    contactWebhookUrl: env.CONTACT_WEBHOOK_URL,
    newsletterPerMinute: env.NEWSLETTER_PER_MINUTE,
    newsletterBounceToken: env.NEWSLETTER_BOUNCE_TOKEN,
    newsletterBounceAddress: env.NEWSLETTER_BOUNCE_ADDRESS,
    /** Each provider is null until its variables are set. */
    payments: { paymob: paymobConfig(env, variables, isOnLocalhost, problems) },
    google: providerConfig('GOOGLE', env, variables, 'https://accounts.google.com', problems),
    linkedin: providerConfig('LINKEDIN', env, variables, 'https://www.linkedin.com/oauth', problems),
    accessTtlSeconds: env.ACCESS_TTL_S,
    otpTtlSeconds: env.OTP_TTL_S,
    mediaUrlTtlSeconds: env.MEDIA_URL_TTL_S,
    attachmentMaxBytes: env.ATTACHMENT_MAX_MB * 1024 ** 2,
    /** If null, the site issues no tax receipts. */
    seller: sellerConfig(env, variables, problems),
    taxPercent: env.TAX_PERCENT,
    reconcileEverySeconds: env.RECONCILE_EVERY_S,
    queuesEverySeconds: env.QUEUES_EVERY_S,
    limitScale: env.LIMIT_SCALE,
    adminEmail: env.ADMIN_EMAIL?.toLowerCase() ?? null,
    metricsToken: env.METRICS_TOKEN,
    logLevel: env.LOG_LEVEL,
    analyticsId: env.ANALYTICS_ID,
    feedbackFormUrl: env.FEEDBACK_FORM_URL,
  };
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

function firstProblemPerVariable(problems: readonly string[]): string[] {
  const nameOf = (problem: string) => problem.slice(0, problem.indexOf(':'));
  return problems.filter(
    (problem, index) => problems.findIndex((other) => nameOf(other) === nameOf(problem)) === index,
  );
}

/** Generates and stores a secret on first use, so that sessions survive a restart. @throws Error for a damaged file */
function storedSecret(dataDir: string): string {
  const file = secretFile(dataDir);
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    writeOnce(file, randomBytes(32).toString('base64url'));
  }
  const secret = readFileSync(file, 'utf8').trim();
  if (secret.length < minSecretLength)
    throw new Error(
      `${file} is damaged: it has ${secret.length} characters. Restore it from a copy, or set AUTH_SECRET. With another secret, stored second factors cannot be read.`,
    );
  return secret;
}

/** Keeps an existing file, so that processes that start together all use the first secret. */
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

const state = processState('config', () => ({ config: undefined as Config | undefined }));

export function config(): Config {
  return (state.config ??= parseConfig(process.env));
}

/** For tests only. */
export function resetConfig(): void {
  state.config = undefined;
}

interface ProviderConfig {
  clientId: string;
  clientSecret: string;
  issuer: string;
}

interface SellerConfig {
  taxNumber: string;
  name: string;
  address: { governorate: string; city: string; street: string; building: string };
  branchCode: string;
  activityCode: string;
  deviceSerial: string;
}

function sellerConfig(env: Environment, variables: RawEnvironment, problems: string[]): SellerConfig | null {
  const { SELLER_TAX_NUMBER: taxNumber, SELLER_NAME: name, SELLER_ADDRESS: address } = env;
  if (!taxNumber || !name || !address) {
    requireAll(
      variables,
      ['SELLER_TAX_NUMBER', 'SELLER_NAME', 'SELLER_ADDRESS'],
      'required when any of the seller’s number, name and address is set',
      problems,
    );
    return null;
  }
  const [governorate = '', city = '', street = '', building = ''] = address.split(/[,،]/).map((part) => part.trim());
  return {
    taxNumber,
    name,
    address: { governorate, city, street, building },
    branchCode: env.SELLER_BRANCH_CODE,
    activityCode: env.SELLER_ACTIVITY_CODE,
    deviceSerial: env.SELLER_DEVICE_SERIAL,
  };
}

function providerConfig(
  name: 'GOOGLE' | 'LINKEDIN',
  env: Environment,
  variables: RawEnvironment,
  standardIssuer: string,
  problems: string[],
): ProviderConfig | null {
  const { [`${name}_CLIENT_ID` as const]: clientId, [`${name}_CLIENT_SECRET` as const]: clientSecret } = env;
  if (
    !requireAll(
      variables,
      [`${name}_CLIENT_ID`, `${name}_CLIENT_SECRET`],
      'required when the other one is set',
      problems,
    )
  )
    return null;
  const issuer = new URL(env[`${name}_ISSUER`] ?? standardIssuer);
  if (issuer.protocol !== 'https:' && !isLoopback(issuer.href))
    problems.push(`${name}_ISSUER: must be https (or loopback)`);
  if (!clientId || !clientSecret) return null;
  return { clientId, clientSecret, issuer: issuer.href.replace(/\/$/, '') };
}

function bucketConfig(env: Environment, variables: RawEnvironment, problems: string[]): MediaBucket | null {
  const { MEDIA_S3_URL: url, MEDIA_S3_KEY: key, MEDIA_S3_SECRET: secret, MEDIA_S3_REGION: region } = env;
  requireAll(
    variables,
    ['MEDIA_S3_URL', 'MEDIA_S3_KEY', 'MEDIA_S3_SECRET'],
    'required when any of MEDIA_S3_URL, MEDIA_S3_KEY and MEDIA_S3_SECRET is set',
    problems,
  );
  if (!url) return null;
  const { protocol, pathname, search, origin } = new URL(url);
  if (protocol !== 'https:' && !isLoopback(url)) problems.push('MEDIA_S3_URL: must be https (or loopback)');
  if (search !== '') problems.push('MEDIA_S3_URL: must be endpoint and bucket, without a query');
  if (!key || !secret) return null;
  return { url: `${origin}${pathname.replace(/\/+$/, '')}`, key, secret, region };
}
