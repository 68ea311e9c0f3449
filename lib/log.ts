import pino from 'pino';
import { config } from '@/lib/config/config';

const secrets = ['password', 'sub', 'confirmPassword', 'currentPassword', 'otp', 'totp', 'code', 'idToken', 'accessToken',
  'refreshToken', 'resetToken', 'setupToken', 'authorization', 'cookie', 'hmac', 'secretKey', 'apiKey', 'hmacSecret', 'clientSecret', 'client_secret'];

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
  redact: { paths: secrets.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[secret]' },
});
