import { describe, expect, it } from 'vitest';
import { findEnquirySubject } from '@/lib/contact/receive-message';
import { findSampleFiles, hasSample } from '@/lib/content/files';
import { readWorkCases } from '@/lib/content/read';
import { workCaseSchema } from '@/lib/content/schema';
import { caseSlug, findCase, listServiceLinks } from '@/lib/content/work';
import { languages } from '@/lib/language';

describe('work cases', () => {
  it('every language has the same cases, with existing services, all marked as invented [N3]', async () => {
    const services = (await listServiceLinks('ar')).map(({ slug }) => slug);
    for (const lang of languages) {
      const cases = (await readWorkCases(lang)) ?? [];
      expect(cases.map(caseSlug)).toEqual(['waha-pharmacies', 'delta-citrus', 'bayt-al-nasij']);
      for (const item of cases) {
        expect(services).toEqual(expect.arrayContaining(item.usedServices));
        expect([item.sample, item.quote !== undefined, item.results.length >= 3, item.screens.length >= 1]).toEqual([
          true,
          true,
          true,
          true,
        ]);
      }
    }
  });

  it('finds a case by its slug, followed by the other cases [N3, A14]', async () => {
    const found = await findCase('de', 'delta-citrus');
    expect(found).toMatchObject({
      state: 'found',
      item: { title: 'Der Orangenpreis in zwei Minuten' },
      others: [{ titleTr: 'Bayt al-Nasij' }, { titleTr: 'Waha Pharmacies' }],
    });
    expect(await findCase('de', 'nothing')).toEqual({ state: 'missing' });
  });

  it('leads a link with appended characters to the case [N3, A15]', async () => {
    expect(await findCase('de', 'delta-citrus).')).toEqual({ state: 'moved', slug: 'delta-citrus' });
    expect(await findCase('de', 'nothing.')).toEqual({ state: 'missing' });
  });

  it('refuses a case without a result or with a picture from another site [N3, O2]', async () => {
    const [item] = (await readWorkCases('en')) ?? [];
    expect(workCaseSchema.safeParse(item).success).toBe(true);
    expect(workCaseSchema.safeParse({ ...item, results: [] }).success).toBe(false);
    expect(
      workCaseSchema.safeParse({ ...item, picture: { ...item?.picture, src: 'https://elsewhere.example/x.webp' } })
        .success,
    ).toBe(false);
  });

  it('an enquiry is about an existing service or case [N3]', async () => {
    expect(await findEnquirySubject('en', 'service/web-development')).toMatchObject({
      title: 'Web development',
      path: '/details/service-page/build/web-development',
    });
    expect(await findEnquirySubject('en', 'work/delta-citrus')).toEqual({
      title: 'Delta Citrus: The price of oranges in two minutes',
      path: '/work/delta-citrus',
    });
    for (const about of ['', 'work', 'work/none', 'service/none', 'home/web-development'])
      expect(await findEnquirySubject('en', about), about).toBeNull();
  });

  it('finds invented examples wherever they are marked [N3]', async () => {
    expect(await findSampleFiles('content')).toEqual(
      languages
        .flatMap((lang) => [`midan/${lang}/work-page/cases.json`, `midan/${lang}/work-page/clients.json`])
        .sort(),
    );
    expect([
      hasSample({ cases: [{ sample: true }] }),
      hasSample({ cases: [{ sample: false }] }),
      hasSample(null),
    ]).toEqual([true, false, false]);
  });
});
