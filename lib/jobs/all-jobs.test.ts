import { expect, test } from 'vitest';
import { loadTranslator } from '@/lib/i18n/messages';
import { languages } from '@/lib/language';
import { allJobs } from './all-jobs';

test('every job has a name in every language for the health page [O9]', async () => {
  for (const lang of languages) {
    const t = await loadTranslator(lang);
    expect(
      allJobs()
        .filter(({ name }) => !t.has(`admin.job_${name.replaceAll('-', '_')}`))
        .map(({ name }) => `${lang} ${name}`),
    ).toEqual([]);
  }
});
