import { describe, expect, it } from 'vitest';
import { findDetails } from '@/lib/content/details';
import { findEnquirySubject } from '@/lib/content/enquiry-subject';
import { valueAt, withValueAt } from '@/lib/content/form/pointer';
import type { JsonValue } from '@/lib/content/form/form-node';
import { findCase, isService, listServiceLinks } from '@/lib/content/work/work';
import { languages, type Language } from '@/lib/language';
import { InvalidInput } from '@/lib/problem';
import { actorFor } from '@/lib/testing/actors';
import { publishedContent } from '@/lib/testing/content/content-folder';
import { publishDraft, restoreVersion, saveDraft } from './change-content';
import type { Values } from './documents';
import { requireDocument } from './versions';

const now = new Date('2026-11-21T10:00:00Z');
const editor = actorFor('editor');
const services = 'service-page.build';
const cases = 'work-page.cases';

publishedContent();

/** @param change the items of a language */
async function publish(id: string, list: string[], change: (items: JsonValue[], lang: Language) => JsonValue[]): Promise<void> {
  const { values, version } = await requireDocument(editor, id);
  const changed = languages.reduce<JsonValue>((all, lang) => withValueAt(all, [lang, ...list], change(valueAt(all, [lang, ...list]) as JsonValue[], lang))!, values);
  const saved = await saveDraft(editor, id, { version, values: changed as Values });
  await publishDraft(editor, id, { version: saved.version, number: 0 }, now);
}
const publishServices = (change: (items: JsonValue[], lang: Language) => JsonValue[]) => publish(services, ['details', 'services'], change);
const withFields = (item: JsonValue | undefined, fields: { [key: string]: JsonValue }): JsonValue => ({ ...(item as object), ...fields });
const called = (titleTr: string, index = 0) => (items: JsonValue[]) => items.map((item, at) => (at === index ? withFields(item, { titleTr }) : item));
const service = (lang: Language, slug: string) => findDetails(lang, 'service-page', 'build', slug);
const formerOf = async (lang: Language, index = 0) => valueAt((await requireDocument(editor, services)).shown[lang], ['details', 'services', index, 'formerSlugs']);

describe('A7 B3 an item is at one address in every language', () => {
  const refusal = async (work: Promise<void>) => {
    const error: unknown = await work.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(InvalidInput);
    return (error as InvalidInput).error.issues.map((issue) => [issue.path.join('.'), issue.message, issue.code === 'custom' ? issue.params : undefined]);
  };

  it('A7 B3 N5 a service without a Latin title is refused where its address differs, at the field that mends it', async () => {
    const made = (items: JsonValue[], lang: Language) => {
      const { titleTr: _latin, ...first } = items[0] as { titleTr: string };
      return [...items, { ...first, title: lang === 'ar' ? 'خدمة جديدة' : `New ${lang}`, formerSlugs: [] }];
    };
    expect(await refusal(publishServices(made))).toEqual([
      ...languages.map((lang) => [`${lang}.details.services.3.titleTr`, 'slug_differs', { slug: lang === 'ar' ? 'خدمة-جديدة' : `new-${lang}` }]),
    ]);
    await publishServices((items) => items.map((item, at) => (at === 3 ? withFields(item, { titleTr: 'New service' }) : item)));
    for (const lang of languages) expect((await service(lang, 'new-service')).state).toBe('found');
  });

  it('A7 N5 two services at one address are refused, and a case that one language lacks', async () => {
    expect(await refusal(publishServices(called('Mobile apps')))).toEqual(languages.map((lang) => [`${lang}.details.services.1.titleTr`, 'duplicate', undefined]));
    expect(await refusal(publish(cases, ['cases'], (items, lang) => (lang === 'de' ? items.slice(1) : items)))).toEqual(
      languages.filter((lang) => lang !== 'de').map((lang) => [`${lang}.cases.0.titleTr`, 'slug_differs', { slug: 'waha-pharmacies' }]),
    );
  });
});

describe('A14 an address that a publication takes away leads on', () => {
  it('A14 N5 a renamed service is found by all its addresses, and what names it finds it', async () => {
    await publishServices(called('Web apps'));
    await publishServices(called('Web systems'));
    for (const lang of languages) {
      for (const former of ['web-development', 'web-apps']) expect(await service(lang, former), `${lang} ${former}`).toEqual({ state: 'moved', slug: 'web-systems' });
      expect((await service(lang, 'web-systems')).state).toBe('found');
    }
    expect((await listServiceLinks('en')).filter((link) => isService(link, 'web-development')).map(({ slug }) => slug)).toEqual(['web-systems']);
    expect(await findEnquirySubject('en', 'service/web-development')).toMatchObject({ path: '/details/service-page/build/web-systems' });
  });

  it('A14 N5 back at an earlier address it is no former one; the history too leaves none behind', async () => {
    const { formerSlugs } = (valueAt((await requireDocument(editor, services)).shown.en, ['details', 'services', 0]) as { formerSlugs: string[] });
    await publishServices(called('Web apps'));
    const { version } = await requireDocument(editor, services);
    await publishServices(called('Web development'));
    expect(await formerOf('en')).toEqual([...formerSlugs, 'web-apps']);
    await restoreVersion(editor, services, { version: version + 1, number: version }, now);
    expect(await formerOf('en')).toEqual([...formerSlugs, 'web-development']);
    expect(await service('de', 'web-development')).toEqual({ state: 'moved', slug: 'web-apps' });
  });

  it('A12 A14 N5 an address in Arabic is a former one too; one that was deleted leads nowhere', async () => {
    const arabic = 'ميدان المتاجر';
    await publishServices(called(arabic, 2));
    await publishServices((items) => [withFields(items[2], { titleTr: 'Shops', summary: 'Shops' }), ...items.slice(0, 2)]);
    expect(await service('ar', 'ميدان-المتاجر')).toMatchObject({ state: 'moved' });
    await publishServices((items) => items.slice(1));
    expect(await service('ar', 'shops')).toEqual({ state: 'missing' });
  });

  it('A14 N3 N5 of a service deleted and another renamed in one step, the renamed one keeps its address', async () => {
    await publishServices((items) => called('Shops')(items.slice(2)));
    expect([await service('en', 'online-shops'), await service('en', 'web-development')]).toEqual([{ state: 'moved', slug: 'shops' }, { state: 'missing' }]);
    await publish(cases, ['cases'], called('Waha'));
    expect(await findCase('de', 'waha-pharmacies')).toEqual({ state: 'moved', slug: 'waha' });
    expect(await findEnquirySubject('ar', 'work/waha-pharmacies')).toMatchObject({ path: '/work/waha' });
  });
});
