import { beforeEach, expect, test } from 'vitest';
import { translatorOf } from '@/lib/i18n/translator';
import { sampleArticle } from '@/lib/testing/content/articles';
import { createdArticle } from '@/lib/testing/calls/article-examples';
import { newWorld, send } from '@/lib/testing/calls/call-world';

beforeEach(newWorld);

test('N8 V6 without JavaScript an address that another article has is said at its field, in the editor’s language', async () => {
  await createdArticle();
  const { id, texts } = sampleArticle;
  const body = { action: 'publish', number: '0', updatedAt: '', id, category: 'news', publishedAt: '2026-11-21T10:00', imageUrl: '', texts };
  const answer = await send('POST /api/admin/articles/[id]/draft', { params: { id: '0198aaaa-0000-7000-8000-000000000009' }, body, headers: { 'accept-language': 'de' } });
  const t = await translatorOf('de');
  expect(await answer.json()).toMatchObject({ result: 'refused', errors: { id: [t('problems.address_taken')] } });
});
