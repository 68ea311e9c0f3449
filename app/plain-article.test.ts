import { beforeEach, expect, test } from 'vitest';
import { loadTranslator } from '@/lib/i18n/messages';
import { createArticle } from '@/tests/support/calls/administration-examples';
import { createWorld, sendCall } from '@/tests/support/calls/call-world';
import { sampleArticle } from '@/tests/support/content/articles';

beforeEach(createWorld);

test('an article address that is already taken is reported at its field in the editor’s language, without JavaScript [N8, V6]', async () => {
  await createArticle();
  const { id, texts } = sampleArticle;
  const body = {
    action: 'publish',
    number: '0',
    updatedAt: '',
    id,
    category: 'news',
    publishedAt: '2026-11-21T10:00',
    imageUrl: '',
    texts,
  };
  const answer = await sendCall('POST /api/admin/articles/[id]/draft', {
    params: { id: '0198aaaa-0000-7000-8000-000000000009' },
    body,
    headers: { 'accept-language': 'de' },
  });
  const t = await loadTranslator('de');
  expect(await answer.json()).toMatchObject({ result: 'refused', errors: { id: [t('problems.address_taken')] } });
});
