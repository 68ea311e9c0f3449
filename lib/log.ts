import pino from 'pino';
import { config } from '@/lib/config/config';

const secrets = ['password', 'sub', 'confirmPassword', 'currentPassword', 'otp', 'totp', 'code', 'idToken', 'accessToken',
  'refreshToken', 'resetToken', 'setupToken', 'authorization', 'cookie', 'hmac', 'secretKey', 'apiKey', 'hmacSecret', 'clientSecret', 'client_secret', 'input'];

/** Codes and addresses that some addresses carry, such as `/ar/otpcode/{email}/{code}`, however they are encoded. */
export function maskedPath(path: unknown): unknown {
  if (typeof path !== 'string') return path;
  const segments = path.split('/');
  const codeFrom = segments.findIndex((segment) => decoded(segment).toLowerCase() === 'otpcode');
  return segments.map((segment, at) => ((codeFrom >= 0 && at > codeFrom && segment !== '') || /@|^\p{Nd}{6}$/u.test(decoded(segment)) ? '[secret]' : segment)).join('/');
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** What libraries and errors print of addresses: user name and password, and a mailed code. */
export const withoutSecrets = (line: string): string =>
  line.replace(/(\/otpcode\/)[^\s"'?]+/gi, '$1[secret]').replace(/([a-z][a-z+.-]*:\/\/)[^\s"'/@]*:[^\s"']*@/gi, '$1[secret]@');

function level(): string {
  try {
    return config().logLevel;
  } catch {
    return 'info';
  }
}

/** One JSON line per event, with secrets removed (X16: `sub` is the password). */
export const log = pino({
  level: process.env.VITEST ? (process.env.LOG_LEVEL ?? 'silent') : level(),
  base: undefined,
  timestamp: pino.stdTimeFunctions.isoTime,
  formatters: { level: (label) => ({ level: label }) },
  serializers: { path: maskedPath },
  hooks: { streamWrite: withoutSecrets },
  redact: { paths: secrets.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[secret]' },
});
