import { z } from 'zod';
import { emailPattern } from '@/lib/schemas';
import { paymobVariables } from './paymob';
import {
  connectionUrl,
  type Documentation,
  documented,
  email,
  integerBetween,
  maxLength,
  numberBetween,
  oneOf,
  optional,
  origin,
  seconds,
  url,
} from './variable-rules';

export const minSecretLength = 32;

export const environmentSchema = z.object({
  PORT: documented(integerBetween(0, 65_535).default(3000), { section: 'Service', description: 'listening port' }),
  LISTEN_HOST: documented(optional(z.union([z.ipv4(), z.ipv6()], 'must be an IP address')), {
    description:
      'IP address to listen on; `127.0.0.1` behind a proxy on the same machine, so that visitors cannot bypass the proxy',
    standard: 'all addresses, or only loopback if `SITE_URL` is localhost',
    example: '127.0.0.1',
  }),
  SITE_URL: documented(optional(origin), {
    description: 'public origin; all absolute URLs begin with it',
    standard: '`http://localhost:$PORT`',
    example: 'http://localhost:3000',
  }),
  SITE_PROJECT: documented(
    z
      .string()
      .regex(/^[a-z0-9-]+$/, 'must be a folder name under CONTENT_DIR')
      .default('midan'),
    { description: 'the brand: a folder under `CONTENT_DIR`' },
  ),
  CONTENT_DIR: documented(z.string().default('content'), { description: 'folder of the content files' }),
  AUTH_SECRET: documented(
    optional(z.string().min(minSecretLength, `must have at least ${minSecretLength} characters`)),
    {
      description: 'secret of at least 32 characters, from which all keys are derived',
      standard: 'generated and stored in `DATA_DIR` on localhost, required elsewhere',
    },
  ),
  TRUSTED_PROXIES: documented(integerBetween(0, 10).default(0), {
    description:
      'number of proxies in front of the service whose `X-Forwarded-For` is trusted; behind a proxy, 0 makes all visitors share the limits of one address',
  }),

  DATABASE_URL: documented(
    optional(connectionUrl(/^postgres(ql)?:\/\//, 'must begin with postgresql://', { needsHost: false })),
    {
      section: 'Storage',
      description: 'PostgreSQL; percent-encode special characters in user name and password (`#` as `%23`)',
      standard: 'embedded PGlite in `DATA_DIR/db`',
      example: 'postgresql://user:password@127.0.0.1:5432/site',
    },
  ),
  DATA_DIR: documented(z.string().default('var'), { description: 'folder for everything the service writes' }),
  MEDIA_DIR: documented(z.string().default('media'), { description: 'lesson videos, `{course slug}/{lesson}/…`' }),
  MEDIA_S3_URL: documented(optional(url), {
    description:
      'endpoint and bucket of an S3-compatible store that replaces `MEDIA_DIR`; keep the bucket private, the service sends its files',
    example: 'https://s3.example/lessons',
  }),
  MEDIA_S3_KEY: documented(optional(z.string()), {
    description:
      'access key, required with `MEDIA_S3_URL`; it needs permission to read, write, delete and list (`s3:ListBucket`)',
  }),
  MEDIA_S3_SECRET: documented(optional(z.string()), { description: 'secret key, required with `MEDIA_S3_URL`' }),
  MEDIA_S3_REGION: documented(
    z
      .string()
      .regex(/^[a-z0-9-]+$/, 'must be a region name')
      .default('us-east-1'),
    { description: 'region of the bucket' },
  ),
  SEND_FILES: documented(oneOf(['self', 'accel']).default('self'), {
    description: '`self`: the service sends lesson files; `accel`: nginx sends them through `X-Accel-Redirect`',
  }),

  SMTP_URL: documented(
    optional(connectionUrl(/^smtps?:\/\//, 'must begin with smtp:// or smtps://', { needsHost: true })),
    {
      section: 'Mail',
      description: 'mail server; percent-encode special characters in user name and password (`#` as `%23`)',
      standard: 'messages are stored in `DATA_DIR/mail` on localhost, required elsewhere',
      example: 'smtps://user:password@mail.example',
    },
  ),
  MAIL_FROM: documented(
    optional(z.email({ pattern: emailPattern, error: 'must be an email address without a name' })),
    {
      description: 'sender address; mails show the product name of `config.json` before it',
      standard: '`no-reply@` and the host of `SITE_URL`',
      example: 'no-reply@midan.example',
    },
  ),
  CONTACT_EMAIL: documented(optional(email), {
    description: 'receives the messages of the contact form',
    example: 'hello@midan.example',
  }),
  CONTACT_WEBHOOK_URL: documented(optional(url), {
    description: 'URL that also receives the messages of the contact form, as JSON',
  }),
  NEWSLETTER_PER_MINUTE: documented(integerBetween(60, 6000).default(240), {
    description:
      'maximum number of newsletter copies sent per minute; keep it below the limit of the mail provider. Other mail does not wait for them',
  }),
  NEWSLETTER_BOUNCE_ADDRESS: documented(
    optional(
      email.refine(
        (address) => !address.includes('+') && address.indexOf('@') <= 20,
        'must have no + and at most 20 characters before the @',
      ),
    ),
    {
      description:
        'receives newsletter bounces; each copy has its own address, `name+…@host`, and the mail server passes the bounces to `npm run newsletter:bounce` (deploy/README.md)',
      example: 'bounces@midan.example',
    },
  ),
  NEWSLETTER_BOUNCE_TOKEN: documented(optional(z.string().min(16, 'must have at least 16 characters')), {
    description:
      'bearer token for `POST /api/newsletter/bounces`, where the mail provider reports bounces and complaints after delivery; the call is off until the token is set (docs/api.md, Newsletter)',
  }),

  ...paymobVariables,
  TAX_PERCENT: documented(numberBetween(0, 100).default(0), {
    description: 'tax included in every price, in percent; 0 shows no tax',
  }),
  SELLER_TAX_NUMBER: documented(optional(z.string().regex(/^\d{9}$/, 'must be nine digits')), {
    description:
      "the company's tax registration number; with it, every paid order gets a tax receipt ([decision 113](decisions/113-tax-receipts.md))",
    example: '100200300',
  }),
  SELLER_NAME: documented(optional(maxLength(200)), {
    description: 'registered name of the company, required with `SELLER_TAX_NUMBER`',
    example: 'Midan LLC',
  }),
  SELLER_ADDRESS: documented(
    optional(
      z
        .string()
        .regex(/^[^,،]+([,،][^,،]+){3}$/, 'must be governorate, city, street and building number, comma-separated'),
    ),
    {
      description: 'governorate, city, street and building number, comma-separated; required with `SELLER_TAX_NUMBER`',
      example: 'Cairo, Nasr City, Abbas El Akkad, 12',
    },
  ),
  SELLER_BRANCH_CODE: documented(maxLength(50).default('0'), {
    description: "code of the branch at Egypt's tax authority",
  }),
  SELLER_ACTIVITY_CODE: documented(
    z
      .string()
      .regex(/^\d{4}$/, 'must be four digits')
      .default('8549'),
    { description: 'activity code of the tax authority; 8549 is other education' },
  ),
  SELLER_DEVICE_SERIAL: documented(maxLength(100).default('site'), {
    description: 'serial number under which the site is registered as a point of sale',
  }),

  GOOGLE_CLIENT_ID: documented(optional(z.string()), {
    section: 'Sign-in providers, each off until its client id is set',
    description: 'client id of Google sign-in',
  }),
  GOOGLE_CLIENT_SECRET: documented(optional(z.string()), {
    description: 'client secret, required with `GOOGLE_CLIENT_ID`',
  }),
  GOOGLE_ISSUER: documented(optional(url), {
    description: 'OpenID issuer; a local one for tests',
    standard: '`https://accounts.google.com`',
    example: 'https://accounts.google.com',
  }),
  LINKEDIN_CLIENT_ID: documented(optional(z.string()), { description: 'client id of LinkedIn sign-in' }),
  LINKEDIN_CLIENT_SECRET: documented(optional(z.string()), {
    description: 'client secret, required with `LINKEDIN_CLIENT_ID`',
  }),
  LINKEDIN_ISSUER: documented(optional(url), {
    description: 'OpenID issuer; a local one for tests',
    standard: '`https://www.linkedin.com/oauth`',
    example: 'https://www.linkedin.com/oauth',
  }),

  ACCESS_TTL_S: documented(seconds(900), {
    section: 'Lifetimes and limits',
    description: 'lifetime of an access token, in seconds',
  }),
  OTP_TTL_S: documented(seconds(600), { description: 'lifetime of a one-time code, in seconds' }),
  MEDIA_URL_TTL_S: documented(seconds(7200), { description: 'lifetime of a signed media URL, in seconds' }),
  ATTACHMENT_MAX_MB: documented(integerBetween(1, 20).default(20), {
    description:
      'largest attachment that can be uploaded to a lesson, in MiB; store larger files next to the lessons (content/README.md)',
  }),
  RECONCILE_EVERY_S: documented(seconds(60), {
    description: 'how often to compare open orders with the payment provider, in seconds',
  }),
  QUEUES_EVERY_S: documented(numberBetween(0.1, 60).default(2), {
    description: 'how often to look for waiting mails, videos and pictures, in seconds',
  }),
  LIMIT_SCALE: documented(z.coerce.number('must be a number above 0').positive('must be a number above 0').default(1), {
    description: 'multiplies every rate limit except that of the monitoring calls',
  }),

  ADMIN_EMAIL: documented(optional(email), {
    section: 'Operation',
    description:
      'the account with this address becomes administrator once its owner has proved the address: by opening the confirmation link while signed in or from the network of the sign-up, by setting a password with a mailed code, or through a provider that verified it ([decision 075](decisions/075-confirmed-address-is-not-ownership.md))',
  }),
  METRICS_TOKEN: documented(optional(z.string().min(8, 'must have at least 8 characters')), {
    description: 'bearer token for `/metrics`',
  }),
  LOG_LEVEL: documented(oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'), {
    description: 'least severe level that is logged',
  }),
  ANALYTICS_ID: documented(optional(z.string().regex(/^[A-Za-z0-9-]+$/, 'must be a measurement id')), {
    description: 'analytics measurement id; used only with consent',
  }),
  FEEDBACK_FORM_URL: documented(optional(url), { description: 'URL of an external feedback form' }),
});

export type Environment = z.infer<typeof environmentSchema>;

export interface DocumentedVariable extends Documentation {
  name: string;
  value: string | number | null;
}

export function documentedVariables(): DocumentedVariable[] {
  const defaults = environmentSchema.parse({});
  return Object.entries(environmentSchema.shape).map(([name, schema]) => ({
    ...(schema.meta() as unknown as Documentation),
    name,
    value: defaults[name as keyof Environment],
  }));
}
