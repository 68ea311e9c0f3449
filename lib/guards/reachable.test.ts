import { describe, expect, test } from 'vitest';
import { runInPageContext, type PageContext } from '@/lib/cache/page-context';
import { reachable } from './reachable';

describe('G5 a guarded page without its database', () => {
  test('G5 answers 503 and nothing of the page', async () => {
    const context: PageContext = { status: null, tags: new Set(), nonce: '' };
    expect(await runInPageContext(context, () => reachable(() => Promise.reject(new Error('connect ECONNREFUSED 127.0.0.1:5432'))))).toBeNull();
    expect(context.status).toBe(503);
  });

  test('G5 redirects and errors pass through, and a page that can be shown is', async () => {
    const redirect = Object.assign(new Error('NEXT_REDIRECT'), { digest: 'NEXT_REDIRECT;replace;/ar/login;307;' });
    await expect(reachable(() => Promise.reject(redirect))).rejects.toBe(redirect);
    expect(await reachable(async () => 'the course')).toBe('the course');
  });
});
