import { z } from 'zod';
import { paymobVariables } from './paymob';
import {
  integerBetween,
  numberBetween,
  oneOf,
  maxLength,
  url,
  connectionUrl,
  email,
  seconds,
  optional,
  documented,
  type Documentation,
} from './variable-rules';

export const minSecretLength = 32;

export const environmentSchema = z.object({
  PORT: documented(integerBetween(0, 65_535).default(3000), { section: 'Service', description: 'listening port' }),
  SITE_URL: documented(optional(url), {
    description: 'public origin, the only source of absolute URLs',
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
  CONTENT_DIR: documented(z.string().default('content'), { description: 'where the content files are' }),
  AUTH_SECRET: documented(
    optional(z.string().min(minSecretLength, `must have at least ${minSecretLength} characters`)),
    {
      description: 'at least 32 characters; all keys derive from it',
      standard: 'generated and stored in `DATA_DIR` on localhost, required elsewhere',
    },
  ),
  TRUSTED_PROXIES: documented(integerBetween(0, 10).default(0), {
    description:
      'hops whose `X-Forwarded-For` counts; must be set behind a proxy, or all visitors share the limits of one address',
  }),

  DATABASE_URL: documented(
    optional(connectionUrl(/^postgres(ql)?:\/\//, 'must begin with postgresql://', { needsHost: false })),
    {
      section: 'Storage',
      description: 'PostgreSQL; special characters of user name and password percent-encoded (`#` as `%23`)',
      standard: 'embedded PGlite in `DATA_DIR/db`',
      example: 'postgresql://user:password@127.0.0.1:5432/site',
    },
  ),
  DATA_DIR: documented(z.string().default('var'), { description: 'everything the service writes' }),
  MEDIA_DIR: documented(z.string().default('media'), { description: 'lesson videos, `{course slug}/{lesson}/…`' }),
  MEDIA_S3_URL: documented(optional(url), {
    description:
      'endpoint and bucket of an S3-compatible store that replaces `MEDIA_DIR`; it stays private, its bytes pass through the service',
    example: 'https://s3.example/lessons',
  }),
  MEDIA_S3_KEY: documented(optional(z.string()), {
    description: 'access key, required with `MEDIA_S3_URL`; it may read, write, delete and list (`s3:ListBucket`)',
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
    description: '`self`: the service sends files; `accel`: nginx sends lessons, by `X-Accel-Redirect`',
  }),

  SMTP_URL: documented(
    optional(connectionUrl(/^smtps?:\/\//, 'must begin with smtp:// or smtps://', { needsHost: true })),
    {
      section: 'Mail',
      description: 'mail server; special characters of user name and password percent-encoded (`#` as `%23`)',
      standard: 'messages are stored in `DATA_DIR/mail` on localhost, required elsewhere',
      example: 'smtps://user:password@mail.example',
    },
  ),
  MAIL_FROM: documented(optional(z.string()), {
    description: 'sender address',
    standard: '`no-reply@` and the host of `SITE_URL`',
    example: 'no-reply@midan.example',
  }),
  CONTACT_EMAIL: documented(optional(email), {
    description: 'receives the messages of the contact form',
    example: 'hello@midan.example',
  }),
  CONTACT_WEBHOOK_URL: documented(optional(url), { description: 'receives them too, as JSON' }),
  NEWSLETTER_PER_MINUTE: documented(integerBetween(60, 6000).default(240), {
    description:
      "newsletter copies sent per minute at most; other mail does not wait for them. Keep it below the limit of the mail server's provider",
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
        'where bounces of newsletters go; each copy gets an address of its own, `name+…@host`, and the mail server passes them to `npm run newsletter:bounce` (deploy/README.md)',
      example: 'bounces@midan.example',
    },
  ),
  NEWSLETTER_BOUNCE_TOKEN: documented(optional(z.string().min(16, 'must have at least 16 characters')), {
    description:
      'bearer for `POST /api/newsletter/bounces`, by which the mail provider reports bounces and complaints that come after delivery; off until it is set (docs/api.md, Newsletter)',
  }),

  ...paymobVariables,
  TAX_PERCENT: documented(numberBetween(0, 100).default(0), {
    description: 'the tax that every price includes, in percent; 0: none is shown',
  }),
  SELLER_TAX_NUMBER: documented(optional(z.string().regex(/^\d{9}$/, 'must be nine digits')), {
    description:
      "the company's tax registration number; with it, every paid order gets a tax receipt ([decision 113](decisions/113-tax-receipts.md))",
    example: '100200300',
  }),
  SELLER_NAME: documented(optional(maxLength(200)), {
    description: 'name of the company as registered, required with `SELLER_TAX_NUMBER`',
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
    description: "the branch, as Egypt's tax authority knows it",
  }),
  SELLER_ACTIVITY_CODE: documented(
    z
      .string()
      .regex(/^\d{4}$/, 'must be four digits')
      .default('8549'),
    { description: 'the activity, by the codes of the tax authority; 8549: other education' },
  ),
  SELLER_DEVICE_SERIAL: documented(maxLength(100).default('site'), {
    description: 'serial number under which the site is registered as a point of sale',
  }),

  GOOGLE_CLIENT_ID: documented(optional(z.string()), {
    section: 'Sign-in providers, each off until its client is set',
    description: 'Google',
  }),
  GOOGLE_CLIENT_SECRET: documented(optional(z.string()), { description: 'required with `GOOGLE_CLIENT_ID`' }),
  GOOGLE_ISSUER: documented(optional(url), {
    description: 'OpenID issuer; a local one for tests',
    standard: '`https://accounts.google.com`',
    example: 'https://accounts.google.com',
  }),
  LINKEDIN_CLIENT_ID: documented(optional(z.string()), { description: 'LinkedIn' }),
  LINKEDIN_CLIENT_SECRET: documented(optional(z.string()), { description: 'required with `LINKEDIN_CLIENT_ID`' }),
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
      'largest attachment of a lesson that may be uploaded, in MiB; larger ones are put beside the lessons (content/README.md)',
  }),
  RECONCILE_EVERY_S: documented(seconds(60), {
    description: 'how often to compare open orders with the payment provider, in seconds',
  }),
  QUEUES_EVERY_S: documented(numberBetween(0.1, 60).default(2), {
    description: 'how often to look for waiting mails, videos and pictures, in seconds',
  }),
  LIMIT_SCALE: documented(z.coerce.number('must be a number above 0').positive('must be a number above 0').default(1), {
    description: 'multiplies every rate limit',
  }),

  ADMIN_EMAIL: documented(optional(email), {
    section: 'Operation',
    description:
      'the account with this address becomes administrator once its owner is proven: the confirmation link opened signed in or in the network that signed up, a password set by a mailed code, or a provider that verified it ([decision 075](decisions/075-who-confirms-and-who-owns.md))',
  }),
  METRICS_TOKEN: documented(optional(z.string().min(8, 'must have at least 8 characters')), {
    description: 'bearer for `/metrics`',
  }),
  LOG_LEVEL: documented(oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'), {
    description: 'least severe level that is logged',
  }),
  ANALYTICS_ID: documented(optional(z.string().regex(/^[A-Za-z0-9-]+$/, 'must be a measurement id')), {
    description: 'analytics measurement id; used only with consent',
  }),
  FEEDBACK_FORM_URL: documented(optional(url), { description: 'an external feedback form' }),
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
