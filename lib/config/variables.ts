import { z } from 'zod';

const whole = (low: number, high: number) => z.coerce.number().int().min(low).max(high);
const url = z.url({ protocol: /^https?$/, error: 'must be an http(s) address' });
const seconds = (standard: number) => whole(1, 31_536_000).default(standard);

/** The variables of api.md, as text; lib/config/config.ts makes the configuration of them. */
export const environmentSchema = z.object({
  PORT: whole(0, 65_535).default(3000),
  SITE_URL: url.optional(),
  SITE_PROJECT: z.string().regex(/^[a-z0-9-]+$/, 'must be a folder name under CONTENT_DIR').default('midan'),
  CONTENT_DIR: z.string().default('content'),
  AUTH_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  DATABASE_URL: z.string().regex(/^postgres(ql)?:\/\//, 'must begin with postgresql://').optional(),
  DATA_DIR: z.string().default('var'),
  MEDIA_DIR: z.string().default('media'),
  MEDIA_S3_URL: url.optional(),
  MEDIA_S3_KEY: z.string().optional(),
  MEDIA_S3_SECRET: z.string().optional(),
  MEDIA_S3_REGION: z.string().regex(/^[a-z0-9-]+$/, 'must be a region name').default('us-east-1'),
  SEND_FILES: z.enum(['self', 'accel'], 'must be self or accel').default('self'),
  SMTP_URL: z.string().regex(/^smtps?:\/\//, 'must begin with smtp:// or smtps://').optional(),
  MAIL_FROM: z.string().optional(),
  CONTACT_EMAIL: z.email('must be an email address').optional(),
  PAYMOB_BASE_URL: url.optional(),
  PAYMOB_SECRET_KEY: z.string().optional(),
  PAYMOB_PUBLIC_KEY: z.string().optional(),
  PAYMOB_API_KEY: z.string().optional(),
  PAYMOB_HMAC_SECRET: z.string().optional(),
  PAYMOB_INTEGRATION_IDS: z.string().regex(/^\s*\d+\s*(,\s*\d+\s*){2}$/, 'must be three numbers, comma-separated (card, wallet, kiosk)').optional(),
  PAYMOB_OWNER: whole(1, Number.MAX_SAFE_INTEGER).optional(),
  PAYMOB_MODE: z.enum(['test', 'live'], 'must be test or live').optional(),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  GOOGLE_ISSUER: url.optional(),
  LINKEDIN_CLIENT_ID: z.string().optional(),
  LINKEDIN_CLIENT_SECRET: z.string().optional(),
  LINKEDIN_ISSUER: url.optional(),
  ACCESS_TTL_S: seconds(900),
  OTP_TTL_S: seconds(600),
  MEDIA_URL_TTL_S: seconds(7200),
  RECONCILE_EVERY_S: seconds(60),
  LIMIT_SCALE: z.coerce.number().positive('must be above 0').default(1),
  ADMIN_EMAIL: z.email('must be an email address').optional(),
  TRUSTED_PROXIES: whole(0, 10).default(0),
  CONTACT_WEBHOOK_URL: url.optional(),
  ANALYTICS_ID: z.string().regex(/^[A-Za-z0-9-]+$/, 'must be a measurement id').optional(),
  FEEDBACK_FORM_URL: url.optional(),
  METRICS_TOKEN: z.string().min(8, 'must have at least 8 characters').optional(),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
});

export type Environment = z.infer<typeof environmentSchema>;
