import { describe, expect, it } from 'vitest';
import { ConfigError, parseConfig } from './config';
import { open, seal } from './secrets';

describe('configuration', () => {
  it('O4 lists every problem of the environment at once, by variable', () => {
    const broken = { PORT: 'x', SITE_URL: 'https://site.example', PAYMOB_SECRET_KEY: 'egy_sk_test_1', TRUSTED_PROXIES: '-1' };
    const first = () => parseConfig(broken);
    expect(first).toThrow(ConfigError);
    expect(first).toThrow(/PORT[\s\S]*TRUSTED_PROXIES/);
    const second = () => parseConfig({ ...broken, PORT: '3000', TRUSTED_PROXIES: '0' });
    expect(second).toThrow(/AUTH_SECRET[\s\S]*SMTP_URL[\s\S]*PAYMOB_PUBLIC_KEY/);
  });

  it('O4 problems of one variable and of several together are reported at once, each variable once', () => {
    const problems = (env: Record<string, string>): string[] => {
      try {
        parseConfig(env);
        return [];
      } catch (error) {
        return (error as ConfigError).problems.map((line) => line.split(':')[0] ?? '').sort();
      }
    };
    expect(problems({ SITE_URL: 'https://x.example', PORT: '99999', AUTH_SECRET: 'short', PAYMOB_API_KEY: 'k', GOOGLE_CLIENT_ID: 'g' })).toEqual([
      'AUTH_SECRET', 'GOOGLE_CLIENT_SECRET', 'PAYMOB_HMAC_SECRET', 'PAYMOB_INTEGRATION_IDS', 'PAYMOB_PUBLIC_KEY', 'PAYMOB_SECRET_KEY', 'PORT', 'SMTP_URL',
    ]);
  });

  it('P8 test keys never go to a foreign host and live keys only to Paymob', () => {
    const keys = { PAYMOB_SECRET_KEY: 'egy_sk_test_1', PAYMOB_PUBLIC_KEY: 'egy_pk_test_1', PAYMOB_API_KEY: 'a', PAYMOB_HMAC_SECRET: 'h', PAYMOB_INTEGRATION_IDS: '1,2,3' };
    const base = { DATA_DIR: '/tmp', AUTH_SECRET: 'x'.repeat(32) };
    expect(parseConfig({ ...base, ...keys, PAYMOB_BASE_URL: 'http://127.0.0.1:12111' }).paymob?.mode).toBe('test');
    expect(() => parseConfig({ ...base, ...keys, PAYMOB_BASE_URL: 'https://elsewhere.example' })).toThrow(/PAYMOB_BASE_URL/);
    expect(() => parseConfig({ ...base, ...keys, PAYMOB_MODE: 'live' })).toThrow(/PAYMOB_SECRET_KEY/);
  });
});

describe('lessons in a bucket', () => {
  const base = { DATA_DIR: '/tmp', AUTH_SECRET: 'x'.repeat(32) };
  const bucket = { MEDIA_S3_URL: 'https://s3.example/lessons/', MEDIA_S3_KEY: 'k', MEDIA_S3_SECRET: 's' };

  it('O4 L7 address, key and secret belong together; without any of them lessons are on the disk', () => {
    expect(parseConfig(base).mediaBucket).toBeNull();
    expect(parseConfig({ ...base, ...bucket }).mediaBucket).toEqual({ url: 'https://s3.example/lessons', key: 'k', secret: 's', region: 'us-east-1' });
    expect(() => parseConfig({ ...base, MEDIA_S3_URL: bucket.MEDIA_S3_URL })).toThrow(/MEDIA_S3_KEY.*\n.*MEDIA_S3_SECRET/);
    expect(() => parseConfig({ ...base, ...bucket, MEDIA_S3_URL: 'http://s3.example/lessons' })).toThrow(/must be https/);
  });
});

it('a sealed text opens for its own purpose only', () => {
  expect(open('a', seal('a', 'text'))).toBe('text');
  expect(open('b', seal('a', 'text'))).toBeNull();
});
