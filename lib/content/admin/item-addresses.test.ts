import { describe, expect, it } from 'vitest';
import { findEnquirySubject } from '@/lib/contact/receive-message';
import type { JsonValue } from '@/lib/content/form/form-node';
import { valueAt, withValueAt } from '@/lib/content/form/values';
import { findDetails } from '@/lib/content/pages';
import { findCase, isServiceNamed, listServiceLinks } from '@/lib/content/work';
import { type Language, languages } from '@/lib/language';
import { InvalidInput } from '@/lib/problem';
import { buildActor } from '@/tests/support/actors';
import { createPublishedContent } from '@/tests/support/content/content-folder';
import { publishDraft, restoreVersion, saveDraft } from './change-content';
import { requireDocument, type Values } from './documents';

const now = new Date('2026-11-21T10:00:00Z');
const editor = buildActor('editor');
const services = 'service-page.build';
const cases = 'work-page.cases';

createPublishedContent();

async function publish(
  id: string,
  list: string[],
  change: (items: JsonValue[], lang: Language) => JsonValue[],
): Promise<void> {
  const { values, version } = await requireDocument(editor, id);
  const changed = languages.reduce<JsonValue>(
    (all, lang) => withValueAt(all, [lang, ...list], change(valueAt(all, [lang, ...list]) as JsonValue[], lang))!,
    values,
  );
  const saved = await saveDraft(editor, id, { version, values: changed as Values });
  await publishDraft(editor, id, { version: saved.version, number: 0 }, now);
}
const publishServices = (change: (items: JsonValue[], lang: Language) => JsonValue[]) =>
  publish(services, ['details', 'services'], change);
const changeFields = (item: JsonValue | undefined, fields: { [key: string]: JsonValue }): JsonValue => ({
  ...(item as object),
  ...fields,
});
const createRename =
  (titleTr: string, index = 0) =>
  (items: JsonValue[]) =>
    items.map((item, at) => (at === index ? changeFields(item, { titleTr }) : item));
const findService = (lang: Language, slug: string) => findDetails(lang, 'service-page', 'build', slug);
const readFormerAddresses = async (lang: Language, index = 0) =>
  valueAt((await requireDocument(editor, services)).shown[lang], ['details', 'services', index, 'formerSlugs']);

describe('an item has the same address in every language [A7, B3]', () => {
  const findRefusal = async (work: Promise<void>) => {
    const error: unknown = await work.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(InvalidInput);
    return (error as InvalidInput).error.issues.map((issue) => [
      issue.path.join('.'),
      issue.message,
      issue.code === 'custom' ? issue.params : undefined,
    ]);
  };

  it('refuses a service without a Latin title, at the field that fixes its address [A7, B3, N5]', async () => {
    const addItem = (items: JsonValue[], lang: Language) => {
      const { titleTr: _latin, ...first } = items[0] as { titleTr: string };
      return [...items, { ...first, title: lang === 'ar' ? 'خدمة جديدة' : `New ${lang}`, formerSlugs: [] }];
    };
    expect(await findRefusal(publishServices(addItem))).toEqual([
      ...languages.map((lang) => [
        `${lang}.details.services.3.titleTr`,
        'slug_differs',
        { slug: lang === 'ar' ? 'خدمة-جديدة' : `new-${lang}` },
      ]),
    ]);
    await publishServices((items) =>
      items.map((item, index) => (index === 3 ? changeFields(item, { titleTr: 'New service' }) : item)),
    );
    for (const lang of languages) expect((await findService(lang, 'new-service')).state).toBe('found');
  });

  it('refuses two services at the same address and a case that is missing in one language [A7, N5]', async () => {
    expect(await findRefusal(publishServices(createRename('Mobile apps')))).toEqual(
      languages.map((lang) => [`${lang}.details.services.1.titleTr`, 'duplicate', undefined]),
    );
    expect(
      await findRefusal(publish(cases, ['cases'], (items, lang) => (lang === 'de' ? items.slice(1) : items))),
    ).toEqual(
      languages
        .filter((lang) => lang !== 'de')
        .map((lang) => [`${lang}.cases.0.titleTr`, 'slug_differs', { slug: 'waha-pharmacies' }]),
    );
  });
});

describe('former addresses redirect [A14]', () => {
  it('a renamed service is found at all its former addresses and by links that name one [A14, N5]', async () => {
    await publishServices(createRename('Web apps'));
    await publishServices(createRename('Web systems'));
    for (const lang of languages) {
      for (const former of ['web-development', 'web-apps'])
        expect(await findService(lang, former), `${lang} ${former}`).toEqual({ state: 'moved', slug: 'web-systems' });
      expect((await findService(lang, 'web-systems')).state).toBe('found');
    }
    expect(
      (await listServiceLinks('en')).filter((link) => isServiceNamed(link, 'web-development')).map(({ slug }) => slug),
    ).toEqual(['web-systems']);
    expect(await findEnquirySubject('en', 'service/web-development')).toMatchObject({
      path: '/details/service-page/build/web-systems',
    });
  });

  it('an address in use again is no longer a former one, also after restoring a version [A14, N5]', async () => {
    const { formerSlugs } = valueAt((await requireDocument(editor, services)).shown.en, ['details', 'services', 0]) as {
      formerSlugs: string[];
    };
    await publishServices(createRename('Web apps'));
    const { version } = await requireDocument(editor, services);
    await publishServices(createRename('Web development'));
    expect(await readFormerAddresses('en')).toEqual([...formerSlugs, 'web-apps']);
    await restoreVersion(editor, services, { version: version + 1, number: version }, now);
    expect(await readFormerAddresses('en')).toEqual([...formerSlugs, 'web-development']);
    expect(await findService('de', 'web-development')).toEqual({ state: 'moved', slug: 'web-apps' });
  });

  it('an Arabic address can be a former one too; the address of a deleted service leads nowhere [A12, A14, N5]', async () => {
    const arabic = 'ميدان المتاجر';
    await publishServices(createRename(arabic, 2));
    await publishServices((items) => [
      changeFields(items[2], { titleTr: 'Shops', summary: 'Shops' }),
      ...items.slice(0, 2),
    ]);
    expect(await findService('ar', 'ميدان-المتاجر')).toMatchObject({ state: 'moved' });
    await publishServices((items) => items.slice(1));
    expect(await findService('ar', 'shops')).toEqual({ state: 'missing' });
  });

  it('a service renamed while another is deleted keeps its former address [A14, N3, N5]', async () => {
    await publishServices((items) => createRename('Shops')(items.slice(2)));
    expect([await findService('en', 'online-shops'), await findService('en', 'web-development')]).toEqual([
      { state: 'moved', slug: 'shops' },
      { state: 'missing' },
    ]);
    await publish(cases, ['cases'], createRename('Waha'));
    expect(await findCase('de', 'waha-pharmacies')).toEqual({ state: 'moved', slug: 'waha' });
    expect(await findEnquirySubject('ar', 'work/waha-pharmacies')).toMatchObject({ path: '/work/waha' });
  });
});
