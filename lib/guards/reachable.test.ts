import { describe, expect, test } from 'vitest';
import { type PageContext, runInPageContext } from '@/lib/cache/page-context';
import { nullIfUnreachable } from './page-guard';

describe('a guarded page without the database [G5]', () => {
  test('answers 503 without any content of the page [G5]', async () => {
    const context: PageContext = { status: null, tags: new Set(), nonce: '' };
    expect(
      await runInPageContext(context, () =>
        nullIfUnreachable(() => Promise.reject(new Error('connect ECONNREFUSED 127.0.0.1:5432'))),
      ),
    ).toBeNull();
    expect(context.status).toBe(503);
  });

  test('passes redirects through, and returns a page that loads [G5]', async () => {
    const redirect = Object.assign(new Error('NEXT_REDIRECT'), { digest: 'NEXT_REDIRECT;replace;/ar/login;307;' });
    await expect(nullIfUnreachable(() => Promise.reject(redirect))).rejects.toBe(redirect);
    expect(await nullIfUnreachable(async () => 'the course')).toBe('the course');
  });
});
