import { existsSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigError, parseConfig } from './config';
import { seal, unseal } from './secrets';
import { environmentSchema } from './variables';

describe('configuration', () => {
  it('lists every problem of the environment at once, by variable [O4]', () => {
    const broken = {
      PORT: 'x',
      SITE_URL: 'https://site.example',
      PAYMOB_SECRET_KEY: 'egy_sk_test_1',
      TRUSTED_PROXIES: '-1',
    };
    const parseFirst = () => parseConfig(broken);
    expect(parseFirst).toThrow(ConfigError);
    expect(parseFirst).toThrow(/PORT[\s\S]*TRUSTED_PROXIES/);
    const parseSecond = () => parseConfig({ ...broken, PORT: '3000', TRUSTED_PROXIES: '0' });
    expect(parseSecond).toThrow(/AUTH_SECRET[\s\S]*SMTP_URL[\s\S]*PAYMOB_PUBLIC_KEY/);
  });

  it('reports problems of single and combined variables together, each variable once [O4]', () => {
    const listProblems = (env: Record<string, string>): string[] => {
      try {
        parseConfig(env);
        return [];
      } catch (error) {
        return (error as ConfigError).problems.map((line) => line.split(':')[0] ?? '').sort();
      }
    };
    expect(
      listProblems({
        SITE_URL: 'https://x.example',
        PORT: '99999',
        AUTH_SECRET: 'short',
        PAYMOB_API_KEY: 'k',
        GOOGLE_CLIENT_ID: 'g',
      }),
    ).toEqual([
      'AUTH_SECRET',
      'GOOGLE_CLIENT_SECRET',
      'PAYMOB_HMAC_SECRET',
      'PAYMOB_INTEGRATION_IDS',
      'PAYMOB_PUBLIC_KEY',
      'PAYMOB_SECRET_KEY',
      'PORT',
      'SMTP_URL',
    ]);
  });
});

const listProblems = (env: Record<string, string>): string[] => {
  try {
    parseConfig(env);
    return [];
  } catch (error) {
    return (error as ConfigError).problems;
  }
};

it('reports an invalid value in plain words that state the rule [O4]', () => {
  const wrong = {
    PORT: 'abc',
    RECONCILE_EVERY_S: 'x',
    OTP_TTL_S: '1.5',
    TRUSTED_PROXIES: '11',
    LOG_LEVEL: 'loud',
    LIMIT_SCALE: 'x',
    TAX_PERCENT: '101',
    QUEUES_EVERY_S: 'x',
    SEND_FILES: 'nginx',
    PAYMOB_MODE: 'x',
    SELLER_NAME: 'x'.repeat(201),
    SELLER_TAX_NUMBER: '100200300',
    SELLER_ADDRESS: 'Cairo, Nasr City, Abbas El Akkad, 12',
  };
  expect(listProblems(wrong)).toEqual([
    'PORT: must be a whole number from 0 to 65535',
    'TRUSTED_PROXIES: must be a whole number from 0 to 10',
    'SEND_FILES: must be one of self, accel',
    'PAYMOB_MODE: must be one of test, live',
    'TAX_PERCENT: must be a number from 0 to 100',
    'SELLER_NAME: must have at most 200 characters',
    'OTP_TTL_S: must be a whole number from 1 to 31536000',
    'RECONCILE_EVERY_S: must be a whole number from 1 to 31536000',
    'QUEUES_EVERY_S: must be a number from 0.1 to 60',
    'LIMIT_SCALE: must be a number above 0',
    'LOG_LEVEL: must be one of trace, debug, info, warn, error, fatal, silent',
  ]);
});

it.each(['https://site.example/shop', 'https://site.example/?lang=ar', 'https://site.example/#home'])(
  'the address %s of the site is refused, because the site cannot run under a path [O4]',
  (SITE_URL) => {
    expect(listProblems({ SITE_URL, AUTH_SECRET: 's'.repeat(32), SMTP_URL: 'smtp://mail.example' })).toEqual([
      expect.stringMatching(/^SITE_URL: must be an address without a path/),
    ]);
  },
);

it('reports no variable in the words of the validation library [O4]', () => {
  const wrong = Object.fromEntries(Object.keys(environmentSchema.shape).map((name) => [name, `\n${'?'.repeat(300)}`]));
  expect(listProblems(wrong).filter((line) => /Invalid|expected|Too |received/.test(line))).toEqual([]);
});

it.each([
  ['seller', { SELLER_TAX_NUMBER: '12' }, ['SELLER_TAX_NUMBER', 'SELLER_NAME', 'SELLER_ADDRESS']],
  ['seller', { SELLER_ADDRESS: 'Cairo' }, ['SELLER_ADDRESS', 'SELLER_TAX_NUMBER', 'SELLER_NAME']],
  ['bucket', { MEDIA_S3_URL: 's3.example' }, ['MEDIA_S3_URL', 'MEDIA_S3_KEY', 'MEDIA_S3_SECRET']],
  [
    'payment',
    { PAYMOB_INTEGRATION_IDS: '1' },
    ['PAYMOB_INTEGRATION_IDS', 'PAYMOB_SECRET_KEY', 'PAYMOB_PUBLIC_KEY', 'PAYMOB_API_KEY', 'PAYMOB_HMAC_SECRET'],
  ],
  ['bucket', { MEDIA_S3_URL: 'http://s3.example/lessons?x=1' }, ['MEDIA_S3_KEY', 'MEDIA_S3_SECRET', 'MEDIA_S3_URL']],
  [
    'payment',
    {
      PAYMOB_SECRET_KEY: 'egy_sk_live_1',
      PAYMOB_PUBLIC_KEY: 'egy_pk_live_1',
      PAYMOB_BASE_URL: 'https://evil.example',
      PAYMOB_INTEGRATION_IDS: 'x',
    },
    [
      'PAYMOB_INTEGRATION_IDS',
      'PAYMOB_API_KEY',
      'PAYMOB_HMAC_SECRET',
      'PAYMOB_SECRET_KEY',
      'PAYMOB_PUBLIC_KEY',
      'PAYMOB_BASE_URL',
    ],
  ],
  [
    'provider',
    { GOOGLE_CLIENT_ID: 'x', GOOGLE_ISSUER: 'http://accounts.example' },
    ['GOOGLE_CLIENT_SECRET', 'GOOGLE_ISSUER'],
  ],
])('reports malformed and missing %s variables at the same start %# [O4]', (_group, env, names) => {
  expect(listProblems(env).map((line) => line.slice(0, line.indexOf(':')))).toEqual(names);
});

describe('URLs with a password', () => {
  const base = { AUTH_SECRET: 'x'.repeat(32) };
  const buildUrls = (raw: string) =>
    [`postgresql://site:${raw}@db.example:5432/site`, `smtps://site:${raw}@mail.example`] as const;

  it.each(['Zq#Xv', '12#34', 'Zq/Xv', '12/34', 'Zq?Xv', '12?34', 'Zq%Xv', '#', '/?#', '12?3#4/5'])(
    'refuses %j in a password, explains how to write it, and prints no part of it [O4]',
    (raw) => {
      const [database, mail] = buildUrls(raw);
      for (const [name, value] of [
        ['DATABASE_URL', database],
        ['SMTP_URL', mail],
      ] as const) {
        const [problem = '', ...others] = listProblems({ ...base, [name]: value });
        expect([problem, others]).toEqual([expect.stringMatching(`^${name}: .*# as %23`), []]);
        for (const part of raw.split(/[#/?%]/).filter(Boolean))
          expect(problem.replaceAll(/%../g, '')).not.toContain(part);
      }
    },
  );

  it.each(['se%23cret', 'p@ss', 'plain', '%25%2F%3F', 'ü'])('accepts the password %j [O4]', (raw) => {
    const [database, mail] = buildUrls(raw);
    expect(listProblems({ ...base, DATABASE_URL: database, SMTP_URL: mail })).toEqual([]);
  });

  it.each([
    'postgresql:///site?host=/var/run/postgresql',
    'postgres://127.0.0.1/site',
    'postgresql://a@localhost:5432/site?sslmode=require',
  ])('accepts the URL %s [O4]', (database) => {
    expect(listProblems({ ...base, DATABASE_URL: database })).toEqual([]);
  });

  it('refuses a password in an http URL [O4]', () => {
    expect(listProblems({ ...base, CONTACT_WEBHOOK_URL: 'https://site:secret@hook.example/x' })).toEqual([
      'CONTACT_WEBHOOK_URL: must not contain a user name or password',
    ]);
  });
});

it('a missing content or project folder is a problem at start; a project without files is not [O4, B12]', () => {
  const folder = mkdtempSync(join(tmpdir(), 'content-'));
  expect(listProblems({ CONTENT_DIR: join(folder, 'none') })).toEqual([
    `CONTENT_DIR: no such folder: ${join(folder, 'none')}`,
  ]);
  expect(listProblems({ CONTENT_DIR: folder, SITE_PROJECT: 'nile' })).toEqual([
    `SITE_PROJECT: no such project: ${folder} has no folder nile`,
  ]);
  mkdirSync(join(folder, 'nile'));
  expect(listProblems({ CONTENT_DIR: folder, SITE_PROJECT: 'nile' })).toEqual([]);
});

describe('Paymob keys and hosts', () => {
  const shared = {
    DATA_DIR: '/tmp',
    AUTH_SECRET: 'x'.repeat(32),
    PAYMOB_API_KEY: 'a',
    PAYMOB_HMAC_SECRET: 'h',
    PAYMOB_INTEGRATION_IDS: '1,2,3',
  };
  const test = {
    ...shared,
    PAYMOB_BASE_URL: 'http://127.0.0.1:12111',
    PAYMOB_SECRET_KEY: 'egy_sk_test_1',
    PAYMOB_PUBLIC_KEY: 'egy_pk_test_1',
  };
  const live = {
    ...shared,
    PAYMOB_MODE: 'live',
    PAYMOB_BASE_URL: 'https://accept.paymob.com',
    PAYMOB_SECRET_KEY: 'egy_sk_live_1',
    PAYMOB_PUBLIC_KEY: 'egy_pk_live_1',
  };

  it.each([
    ['test keys with a local server', test, 'test'],
    ['test keys with Paymob', { ...test, PAYMOB_BASE_URL: 'https://accept.paymob.com' }, 'test'],
    ['live keys with Paymob', live, 'live'],
    [
      'keys of another country',
      {
        ...live,
        PAYMOB_BASE_URL: 'https://uae.paymob.com',
        PAYMOB_SECRET_KEY: 'are_sk_live_a',
        PAYMOB_PUBLIC_KEY: 'are_pk_live_b',
      },
      'live',
    ],
  ])('%s are accepted [P8]', (_name, env, mode) => {
    expect(parseConfig(env).payments.paymob?.mode).toBe(mode);
  });

  it.each([
    ['live keys with a local server', { ...live, PAYMOB_BASE_URL: 'http://127.0.0.1:12111' }, /PAYMOB_BASE_URL/],
    [
      'live keys with a host that only looks like Paymob',
      { ...live, PAYMOB_BASE_URL: 'https://accept.paymob.com.evil.example' },
      /PAYMOB_BASE_URL/,
    ],
    ['live keys over http', { ...live, PAYMOB_BASE_URL: 'http://accept.paymob.com' }, /PAYMOB_BASE_URL/],
    ['test keys in live mode', { ...live, PAYMOB_SECRET_KEY: 'egy_sk_test_1' }, /PAYMOB_SECRET_KEY/],
    ['live keys in test mode', { ...test, PAYMOB_PUBLIC_KEY: 'egy_pk_live_1' }, /PAYMOB_PUBLIC_KEY/],
    ['test keys with a foreign host', { ...test, PAYMOB_BASE_URL: 'https://elsewhere.example' }, /PAYMOB_BASE_URL/],
    ['test keys with Paymob over http', { ...test, PAYMOB_BASE_URL: 'http://accept.paymob.com' }, /PAYMOB_BASE_URL/],
    [
      'keys of unknown shape with a local server in live mode',
      { ...test, PAYMOB_MODE: 'live', PAYMOB_SECRET_KEY: 'secret', PAYMOB_PUBLIC_KEY: 'public' },
      /PAYMOB_BASE_URL/,
    ],
    ['something that is no URL', { ...test, PAYMOB_BASE_URL: 'paymob' }, /PAYMOB_BASE_URL/],
  ])('%s are refused [P8]', (_name, env, problem) => {
    expect(() => parseConfig(env)).toThrow(problem);
  });
});

describe('lessons in a bucket', () => {
  const base = { DATA_DIR: '/tmp', AUTH_SECRET: 'x'.repeat(32) };
  const bucket = { MEDIA_S3_URL: 'https://s3.example/lessons/', MEDIA_S3_KEY: 'k', MEDIA_S3_SECRET: 's' };

  it('URL, key and secret are required together; without them lessons are stored on disk [O4, L7]', () => {
    expect(parseConfig(base).mediaBucket).toBeNull();
    expect(parseConfig({ ...base, ...bucket }).mediaBucket).toEqual({
      url: 'https://s3.example/lessons',
      key: 'k',
      secret: 's',
      region: 'us-east-1',
    });
    expect(() => parseConfig({ ...base, MEDIA_S3_URL: bucket.MEDIA_S3_URL })).toThrow(
      /MEDIA_S3_KEY.*\n.*MEDIA_S3_SECRET/,
    );
    expect(() => parseConfig({ ...base, ...bucket, MEDIA_S3_URL: 'http://s3.example/lessons' })).toThrow(
      /must be https/,
    );
  });
});

describe('the secret of a site on localhost', () => {
  const createFolder = () => mkdtempSync(join(tmpdir(), 'secret-'));

  it('is created on first use and kept [R22, X33]', () => {
    const dataDir = join(createFolder(), 'data');
    const config = parseConfig({ DATA_DIR: dataDir });
    expect(existsSync(dataDir)).toBe(false);
    expect(config.authSecret).toHaveLength(43);
    expect(readdirSync(dataDir)).toEqual(['auth-secret']);
    expect(parseConfig({ DATA_DIR: dataDir }).authSecret).toBe(config.authSecret);
  });

  it('is refused when its file is damaged [X33]', () => {
    const dataDir = createFolder();
    writeFileSync(join(dataDir, 'auth-secret'), '');
    expect(() => parseConfig({ DATA_DIR: dataDir }).authSecret).toThrow(/auth-secret is damaged/);
  });
});

it('a sealed text opens only for its own purpose', () => {
  expect(unseal('a', seal('a', 'text'))).toBe('text');
  expect(unseal('b', seal('a', 'text'))).toBeNull();
});
