import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { IntlMessageFormat } from 'intl-messageformat';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { findRoute } from '@/lib/find-route';
import { type Language, languages } from '@/lib/language';
import { sizedSources } from '@/lib/pictures/picture-url';
import { toSlug } from '@/lib/text';
import { listKeys, listLeaves, listParagraphs } from '@/tests/support/content/content-texts';
import { shapeOf } from './load';
import * as schema from './schema';

const root = 'content';
const project = 'midan';
const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.json'))
  .map((path) => path.replaceAll('\\', '/'));
const readJson = (path: string): unknown => JSON.parse(readFileSync(join(root, path), 'utf8'));
const listFiles = (lang: Language) =>
  files
    .filter((path) => path.startsWith(`${project}/${lang}/`))
    .map((path) => path.slice(`${project}/${lang}/`.length))
    .sort();
const parse = <Shape extends z.ZodType>(shape: Shape, path: string) => shape.parse(readJson(`${project}/${path}`));

describe('every content file', () => {
  it.each(files)('%s matches its schema [O2]', (path) => {
    const shape = shapeOf(path);
    expect(shape, 'no shape belongs to this path').not.toBeNull();
    const parsed = shape!.safeParse(readJson(path));
    expect(parsed.error?.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`) ?? []).toEqual([]);
  });

  it('ar, en and de have the same files with the same keys [C14]', () => {
    for (const lang of languages) {
      expect(listFiles(lang), lang).toEqual(listFiles('ar'));
      for (const path of listFiles('ar')) {
        expect(listKeys(readJson(`${project}/${lang}/${path}`)), `${lang}/${path}`).toEqual(
          listKeys(readJson(`${project}/ar/${path}`)),
        );
      }
    }
  });

  it('every listed component has its file, and its type is in the type table [C1, C3, C4]', () => {
    const { homeComponents, aboutusComponents, serviceComponents } = parse(
      schema.pagesComponentsSchema,
      'pages-components.json',
    );
    const { types } = schema.configSchema.parse(readJson('config.json'));
    const placed = [
      ...homeComponents.map(({ fileName }) => ({ fileName, path: fileName })),
      ...aboutusComponents.map(({ fileName }) => ({ fileName, path: `aboutus-page/${fileName}` })),
      ...serviceComponents.map(({ fileName }) => ({ fileName, path: `service-page/${fileName}` })),
    ];
    for (const { fileName, path } of placed) {
      const block = z.object({ type: z.string() }).parse(readJson(`${project}/ar/${path}.json`));
      expect(types[fileName.split('/').at(-1) ?? ''], path).toBe(block.type);
    }
    expect(placed).toHaveLength(Object.keys(types).length);
  });

  it('a course has a product and lists its own lessons [C6, P3]', () => {
    const products = parse(schema.productsSchema, 'products.json');
    for (const lang of languages) {
      const { services } = parse(schema.coursesDataSchema, `${lang}/course-page/courses-data.json`);
      expect(services.length).toBeGreaterThanOrEqual(3);
      for (const { courseName, productKey, courseInfo, courseList, title, titleTr } of services) {
        const product = products.find(({ key }) => key === productKey);
        expect(product).toMatchObject({ courseName });
        expect(toSlug(title, titleTr)).toBe(courseName);
        expect(courseInfo.courseInclude).toEqual(
          courseList.map((chapter) => ({
            title: chapter.title,
            details: chapter.lessons.map(({ name }) => ({ content: name })),
          })),
        );
        const lessons = courseList.flatMap((chapter) => chapter.lessons);
        expect(new Set(lessons.map(({ path }) => path.split('\\').at(-1))).size).toBe(lessons.length);
        expect([courseList.length >= 2, lessons.length >= 6, lessons[0]?.freePreview]).toEqual([true, true, true]);
      }
    }
  });

  it('slugs are unique in a file, and no former slug is in use [A7, A14]', () => {
    for (const lang of languages) {
      for (const path of listFiles(lang).filter(
        (each) => each.startsWith('service-page/') && !each.endsWith('meta-data.json'),
      )) {
        const services = parse(schema.blockSchema, `${lang}/${path}`).details.services;
        const slugs = services.map(({ title, titleTr }) => toSlug(title, titleTr));
        expect(new Set(slugs).size).toBe(slugs.length);
        expect(services.flatMap(({ formerSlugs = [] }) => formerSlugs).filter((old) => slugs.includes(old))).toEqual(
          [],
        );
      }
    }
  });

  it('every home and services block has details, and only services blocks have pages of their own [C1]', () => {
    for (const lang of languages) {
      for (const path of listFiles(lang).filter(
        (each) => /^(?:home|service)-page\//.test(each) && !each.endsWith('meta-data.json'),
      )) {
        const { details } = z
          .object({ details: z.strictObject({ isDetails: z.boolean(), services: z.array(z.unknown()) }) })
          .parse(readJson(`${project}/${lang}/${path}`));
        expect([path, details.isDetails, details.services.length > 0]).toEqual([
          path,
          path.startsWith('service-page/'),
          path.startsWith('service-page/'),
        ]);
      }
    }
  });

  it('every service and course has a title of its own and a description [A7, C6]', () => {
    const own = z.object({ meta: z.looseObject({ title: z.string(), description: z.string() }) });
    for (const lang of languages) {
      const services = listFiles(lang)
        .filter((path) => path.startsWith('service-page/') && !path.endsWith('meta-data.json'))
        .flatMap((path) => parse(schema.blockSchema, `${lang}/${path}`).details.services);
      const titles = [
        ...services,
        ...parse(schema.coursesDataSchema, `${lang}/course-page/courses-data.json`).services,
      ].map((item) => own.parse(item).meta.title);
      expect(new Set(titles).size, lang).toBe(titles.length);
    }
  });

  it('every picture named by content or articles exists, in all its widths [C1]', () => {
    const named = files
      .flatMap((path) => listLeaves(readJson(path)))
      .flatMap((text) => text.match(/\/assets\/[\w\-./]+\.(?:svg|avif|webp|png|jpg|pdf)/g) ?? []);
    const articles = readdirSync('prisma/articles').flatMap(
      (file) => readFileSync(join('prisma/articles', file), 'utf8').match(/\/assets\/[\w\-./]+\.svg/g) ?? [],
    );
    const sized = named.flatMap((path) =>
      (['avif', 'webp'] as const).flatMap(
        (type) =>
          sizedSources(path, type)
            ?.split(', ')
            .map((source) => source.split(' ')[0]!) ?? [],
      ),
    );
    expect([...new Set([...named, ...articles, ...sized])].filter((path) => !existsSync(join('public', path)))).toEqual(
      [],
    );
  });
});

describe('the texts', () => {
  const listTexts = (lang: Language) => [
    ...listFiles(lang).flatMap((path) => listParagraphs(readJson(`${project}/${lang}/${path}`))),
    ...readdirSync('prisma/articles').flatMap((file) => {
      const { texts } = z
        .object({ texts: z.record(z.string(), z.unknown()) })
        .parse(JSON.parse(readFileSync(join('prisma/articles', file), 'utf8')));
      return listParagraphs(texts[lang]);
    }),
  ];

  it('no paragraph is the same in two languages [S1]', () => {
    const [ar, en, de] = languages.map((lang) => new Set(listTexts(lang)));
    expect([...en!].filter((text) => de!.has(text) || ar!.has(text))).toEqual([]);
    expect([...de!].filter((text) => ar!.has(text))).toEqual([]);
    for (const texts of [ar, en, de]) expect(texts!.size).toBeGreaterThan(400);
  });

  it('every Arabic paragraph contains Arabic letters, and English and German ones contain none [S1]', () => {
    expect(listTexts('ar').filter((text) => !/\p{Script=Arabic}/u.test(text))).toEqual([]);
    for (const lang of ['en', 'de'] as const)
      expect(listTexts(lang).filter((text) => /\p{Script=Arabic}/u.test(text))).toEqual([]);
  });
});

const messages = Object.fromEntries(languages.map((lang) => [lang, readJson(`${project}/i18n/${lang}.json`)]));

const findTexts = (lang: Language, value: unknown): string[] =>
  value !== null && typeof value === 'object'
    ? Object.entries(value).flatMap(([key, each]) => (key === lang ? listLeaves(each) : findTexts(lang, each)))
    : [];

const listTexts = (lang: Language): string[] => [
  ...listFiles(lang).flatMap((path) => listLeaves(readJson(`${project}/${lang}/${path}`))),
  ...files
    .filter((path) => path.startsWith(`${project}/quizzes/`) || path === `${project}/products.json`)
    .flatMap((path) => findTexts(lang, readJson(path))),
  ...readdirSync('prisma/articles').flatMap((file) =>
    findTexts(lang, JSON.parse(readFileSync(join('prisma/articles', file), 'utf8'))),
  ),
  ...(lang === 'en'
    ? ['policy', 'refund-policy'].flatMap((file) => listLeaves(readJson(`${project}/common/${file}.json`)))
    : []),
  ...(lang === 'ar'
    ? parse(schema.productsSchema, 'products.json').flatMap(({ name, description }) => [name, description])
    : []),
  ...listLeaves(messages[lang]),
];

describe('the terms of docs/glossary.md', () => {
  const others: Partial<Record<Language, RegExp>> = {
    ar: /نكست|رياكت|جافاسكر|نستشير|حاسوب|الحاسب|رقم الفاتورة|فيلم|كشك|الملف الشخصي|ملفك الشخصي|فك الربط|الخان(?:ة|ات)|استمارة|تلقاء نفس|الدارس|جوال|كلمة سر|إعلان(?:ات)? (?:ال)?مدفوع|يًّا/,
    en: /e-mail|\blog(?:ged|ging)? (?:in|into|out)\b|by (?:ourselves|itself|themselves)|free preview|level test|bill number|\boutlet|\b(?:a|no|more|weekly) mails?\b|\bfilm/i,
    de: /(?<!Rück)Erstattung|Geldbörse|Aktionspreis|gratis|Rechnungsnummer|Kiosk-Referenz|Zahlstelle|Annahmestelle|Bestandene Tests|\bFilm|von selbst|Auftraggeber|digitales Marketing|Bildersammlung|verb[eo]rgen/i,
  };

  it.each(languages)('%s texts use them [S1]', (lang) => {
    expect(listTexts(lang).filter((text) => others[lang]?.test(text))).toEqual([]);
  });

  it('no Arabic text begins with a Latin word, which would set the wrong text direction [A2]', () => {
    const dropMarkup = (text: string) => text.replace(/<[^>]+>/g, '').replace(/\u2066[^\u2069]*\u2069/g, '');
    const turned = listTexts('ar')
      .map(dropMarkup)
      .filter(
        (text) =>
          /\p{Script=Arabic}/u.test(text) &&
          /^[^\p{L}\u200f]*\p{Script=Latin}/u.test(text.replace(/\{\w+(?:\}|, (?:plural, zero|select, \w+) \{)/g, '')),
      );
    expect(turned).toEqual([]);
  });
});

describe('the messages', () => {
  it('ar, en and de have the same keys, including the required ones [B10]', () => {
    for (const lang of languages) expect(listKeys(messages[lang]), lang).toEqual(listKeys(messages.ar));
    const { columns = [] } = parse(schema.footerSchema, 'common/footer.json');
    const tabs = [
      ...parse(schema.headerSchema, 'common/header.json').tabs,
      ...columns.flatMap((column) => column.tabs),
    ];
    const keys = new Set(listKeys(messages.ar));
    expect(
      ['no_articles_found', 'no_article_found', 'no_image', ...[...tabs, ...columns].map(({ name }) => name)].filter(
        (name) => !keys.has(name),
      ),
      'without a message',
    ).toEqual([]);
    for (const { route } of tabs) expect(findRoute(['ar', ...route.split('/').slice(1)]), route).toBeDefined();
  });

  it('every message is well-formed, and every Arabic plural has its six forms [C11]', () => {
    for (const lang of languages) {
      for (const text of listLeaves(messages[lang])) {
        expect(() => new IntlMessageFormat(text, lang), text).not.toThrow();
        if (lang === 'ar' && /,\s*plural,/.test(text)) {
          expect(
            ['zero', 'one', 'two', 'few', 'many', 'other'].filter(
              (form) => !new RegExp(`\\b${form}\\s*\\{`).test(text),
            ),
            text,
          ).toEqual([]);
        }
      }
    }
  });
});
