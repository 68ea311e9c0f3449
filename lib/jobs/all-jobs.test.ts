import { expect, test } from 'vitest';
import { translatorOf } from '@/lib/i18n/translator';
import { languages } from '@/lib/language';
import { allJobs } from './all-jobs';

test('O9 every job has a name in every language, for the page that shows whether all is well', async () => {
  for (const lang of languages) {
    const t = await translatorOf(lang);
    expect(allJobs().filter(({ name }) => !t.has(`admin.job_${name.replaceAll('-', '_')}`)).map(({ name }) => `${lang} ${name}`)).toEqual([]);
  }
});
