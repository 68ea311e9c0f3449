import { describe, expect, it } from 'vitest';
import { languages } from '@/lib/language';
import { findEnquirySubject } from '../enquiry-subject';
import { readWorkCases } from '../read';
import { findSampleFiles, hasSample } from '../samples';
import { workCaseSchema } from './work-schema';
import { caseSlug, findCase, listServiceLinks } from './work';

describe('work', () => {
  it('N3 every language has the same cases, whose services exist, and all of ours are marked as invented', async () => {
    const services = (await listServiceLinks('ar')).map(({ slug }) => slug);
    for (const lang of languages) {
      const cases = (await readWorkCases(lang)) ?? [];
      expect(cases.map(caseSlug)).toEqual(['waha-pharmacies', 'delta-citrus', 'bayt-al-nasij']);
      for (const item of cases) {
        expect(services).toEqual(expect.arrayContaining(item.usedServices));
        expect([item.sample, item.quote !== undefined, item.results.length >= 3, item.screens.length >= 1]).toEqual([true, true, true, true]);
      }
    }
  });

  it('N3 A14 a case is found by its slug with the others after it, and moves with it', async () => {
    const found = await findCase('de', 'delta-citrus');
    expect(found).toMatchObject({ state: 'found', item: { title: 'Der Orangenpreis in zwei Minuten' }, others: [{ titleTr: 'Bayt al-Nasij' }, { titleTr: 'Waha Pharmacies' }] });
    expect(await findCase('de', 'nothing')).toEqual({ state: 'missing' });
  });

  it('N3 O2 a case without a result, or with a picture elsewhere, is refused', async () => {
    const [item] = (await readWorkCases('en')) ?? [];
    expect(workCaseSchema.safeParse(item).success).toBe(true);
    expect(workCaseSchema.safeParse({ ...item, results: [] }).success).toBe(false);
    expect(workCaseSchema.safeParse({ ...item, picture: { ...item?.picture, src: 'https://elsewhere.example/x.webp' } }).success).toBe(false);
  });

  it('N3 an enquiry is about a service or a case that exists', async () => {
    expect(await findEnquirySubject('en', 'service/web-development')).toMatchObject({ title: 'Web development', path: '/details/service-page/build/web-development' });
    expect(await findEnquirySubject('en', 'work/delta-citrus')).toEqual({ title: 'Delta Citrus: The price of oranges in two minutes', path: '/work/delta-citrus' });
    for (const about of ['', 'work', 'work/none', 'service/none', 'home/web-development']) expect(await findEnquirySubject('en', about), about).toBeNull();
  });

  it('N3 invented examples are found wherever they are marked', async () => {
    expect(await findSampleFiles('content')).toEqual(languages.flatMap((lang) => [`midan/${lang}/work-page/cases.json`, `midan/${lang}/work-page/clients.json`]).sort());
    expect([hasSample({ cases: [{ sample: true }] }), hasSample({ cases: [{ sample: false }] }), hasSample(null)]).toEqual([true, false, false]);
  });
});
