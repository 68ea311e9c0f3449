import pino, { type LoggerOptions } from 'pino';
import { config } from '@/lib/config/config';
import { truncate } from '@/lib/text';

const secrets = [
  'password',
  'sub',
  'confirmPassword',
  'currentPassword',
  'otp',
  'totp',
  'code',
  'idToken',
  'accessToken',
  'refreshToken',
  'resetToken',
  'setupToken',
  'authorization',
  'cookie',
  'hmac',
  'secretKey',
  'apiKey',
  'hmacSecret',
  'clientSecret',
  'client_secret',
  'input',
];

/** Hides codes and email addresses in paths such as `/ar/otpcode/{email}/{code}`, even if encoded. */
export function maskPath(path: unknown): unknown {
  if (typeof path !== 'string') return path;
  const segments = path.split('/');
  const codeFrom = segments.findIndex((segment) => decodeSegment(segment).toLowerCase() === 'otpcode');
  return segments
    .map((segment, index) =>
      (codeFrom >= 0 && index > codeFrom && segment !== '') || /@|^\p{Nd}{6}$/u.test(decodeSegment(segment))
        ? '[secret]'
        : segment,
    )
    .join('/');
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** Each part has a limit, so that no line makes the expression slow. */
const credentialsInUrl = /(?<![a-z+.-])([a-z][a-z+.-]{0,20}:\/\/)[^\s"'/@:]{0,200}:[^\s"']{0,500}@/gi;

/** Hides user names, passwords and mailed codes in URLs that libraries print. */
export const redactSecrets = (line: string): string =>
  line.replace(/(\/otpcode\/)[^\s"'?]+/gi, '$1[secret]').replace(credentialsInUrl, '$1[secret]@');

/** Hides addresses in mail servers' replies, because a deleted user's address must not stay in the log. */
const maskAddresses = (reason: unknown): unknown =>
  typeof reason === 'string' ? reason.replace(/[^\s<>"@]{1,64}@[^\s<>"@]{1,255}/g, '[address]') : reason;

/** Renames `code`, which is redacted because it is a mailed code elsewhere. */
const describeError = (error: Error & { code?: unknown }): object =>
  error instanceof Error ? { ...pino.stdSerializers.err(error), code: undefined, errorCode: error.code } : error;

function readLogLevel(): string {
  try {
    return config().logLevel;
  } catch {
    return 'info';
  }
}

const maxPathLength = 300;

/** Logs an address that has no content. Visitors choose the address, so only its beginning is logged. */
export function logMissingContent(path: string): void {
  log.error(`Resolver data is undefined: ${truncate(path, maxPathLength)}`);
}

/** Redacts secrets (X16); a field called `sub` holds a password. */
export const logOptions: LoggerOptions = {
  level: process.env.VITEST ? (process.env.LOG_LEVEL ?? 'silent') : readLogLevel(),
  base: undefined,
  timestamp: pino.stdTimeFunctions.isoTime,
  formatters: { level: (label) => ({ level: label }) },
  serializers: { path: maskPath, reason: maskAddresses, err: describeError },
  hooks: { streamWrite: redactSecrets },
  redact: { paths: secrets.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[secret]' },
};

export const log = pino(logOptions);
