import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { ZodType } from 'zod';
import type { JsonValue } from '@/lib/content/form/form-node';
import { listPlaceholders, type Messages, messagesSchema } from '@/lib/i18n/messages';
import { loadJsonFile } from '@/lib/json-file';
import { defaultLanguage, isLanguage, languages } from '@/lib/language';
import { listJsonFiles, publicFilePath } from './files';
import { addressFaults, itemsPathOf } from './item-addresses';
import { shapeOf } from './load';
import { quizSchema } from './quiz-schema';
import { coursesDataSchema, productsSchema } from './schema';

/** @returns every fault as `file: field: reason` (O2) */
export async function findContentFaults(folder: string): Promise<string[]> {
  const paths = await listJsonFiles(folder);
  const faults = await Promise.all(paths.map((path) => findFileFaults(folder, path)));
  return [
    ...faults.flat(),
    ...(await findMissingFiles(folder, paths)),
    ...(await findAddressFaults(folder, paths)),
    ...(await findContradictions(resolve(folder), paths)),
  ];
}

async function findAddressFaults(folder: string, paths: string[]): Promise<string[]> {
  const faults = paths
    .filter((path) => path.split('/')[1] === defaultLanguage)
    .map(async (path) => {
      const shape = shapeOf(path);
      const items = shape && itemsPathOf(shape);
      if (!items) return [];
      const inLanguage = (lang: string) => path.replace(`/${defaultLanguage}/`, `/${lang}/`);
      const loaded = await Promise.all(
        languages.map(
          async (lang) => [lang, await loadJsonFile(join(resolve(folder), inLanguage(lang)), shape)] as const,
        ),
      );
      const values = Object.fromEntries(
        loaded.flatMap(([lang, file]) => (file.state === 'ok' ? [[lang, JSON.parse(file.body) as JsonValue]] : [])),
      );
      return addressFaults(values, items).map(
        ({ path: [lang = '', ...field], message, params }) =>
          `${inLanguage(String(lang))}: ${field.join('.')}: ${message}${params ? ` (${params.slug})` : ''}`,
      );
    });
  return (await Promise.all(faults)).flat();
}

async function findFileFaults(folder: string, path: string): Promise<string[]> {
  const shape = shapeOf(path);
  if (!shape) return [`${path}: unknown content file`];
  const loaded = await loadJsonFile(join(resolve(folder), path), shape);
  if (loaded.state === 'ok')
    return findMissingAssets(JSON.parse(loaded.body) as JsonValue).map(
      ({ field, address }) => `${path}: ${field}: ${address} is not in public/`,
    );
  return loaded.state === 'missing'
    ? [`${path}: cannot be read`]
    : loaded.reasons.map((reason) => `${path}: ${reason}`);
}

const assetAddresses = /\/assets\/(?!pictures\/|share\/)[\w\-./]+\.(?:svg|avif|webp|png|jpe?g|gif|ico|pdf)/g;

interface MissingAsset {
  field: string;
  address: string;
}

function findMissingAssets(value: JsonValue, path: readonly string[] = []): MissingAsset[] {
  if (value !== null && typeof value === 'object')
    return Object.entries(value).flatMap(([key, each]) => findMissingAssets(each, [...path, key]));
  if (typeof value !== 'string') return [];
  const addresses =
    path[0] === 'languages' && path.at(-1) === 'flag'
      ? [`/assets/flags/${value}.svg`]
      : (value.match(assetAddresses) ?? []);
  return addresses
    .filter((address) => publicFilePath(address) === null)
    .map((address) => ({ field: path.join('.'), address }));
}

/** A page must exist in every language, and each project needs its core files. */
async function findMissingFiles(folder: string, paths: string[]): Promise<string[]> {
  const translated = paths.flatMap((path) => {
    const [project = '', lang, ...rest] = path.split('/');
    return isLanguage(lang) ? languages.map((each) => [project, each, ...rest].join('/')) : [];
  });
  const projects = (await readdir(folder, { withFileTypes: true }))
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  const core = projects.flatMap((project) => [
    ...['style', 'pages-components', 'products'].map((file) => `${project}/${file}.json`),
    ...languages.map((lang) => `${project}/i18n/${lang}.json`),
  ]);
  const present = new Set(paths);
  return [...new Set(['config.json', ...core, ...translated])]
    .filter((path) => !present.has(path))
    .map((path) => `${path}: is missing`);
}

/** Finds contradictions between files that are valid on their own. @param paths below `folder` */
async function findContradictions(folder: string, paths: readonly string[]): Promise<string[]> {
  const read = async <Value>(path: string, shape: ZodType<Value>): Promise<Value | null> => {
    const loaded = await loadJsonFile(join(folder, path), shape);
    return loaded.state === 'ok' ? shape.parse(JSON.parse(loaded.body)) : null;
  };
  const projects = [...new Set(paths.filter((path) => path.includes('/')).map((path) => path.split('/')[0] ?? ''))];
  const faults = await Promise.all(
    projects.flatMap((project) => [
      findPriceFaults(project, read),
      findStrayQuizzes(project, paths, read),
      findPlaceholderFaults(project, read),
    ]),
  );
  return faults.flat();
}

type ReadContent = <Value>(path: string, shape: ZodType<Value>) => Promise<Value | null>;

const coursesPath = (project: string, lang: string): string => `${project}/${lang}/course-page/courses-data.json`;

/** The price on every course page must equal the price of its product. */
async function findPriceFaults(project: string, read: ReadContent): Promise<string[]> {
  const products = await read(`${project}/products.json`, productsSchema);
  const faults = languages.map(async (lang) => {
    const courses = await read(coursesPath(project, lang), coursesDataSchema);
    return (courses?.services ?? []).flatMap(({ productKey, courseInfo: { sales, pricing } }, index) => {
      const amount = products?.find(({ key }) => key === productKey)?.amount;
      return amount === undefined || amount === (sales ?? pricing)
        ? []
        : [
            `${coursesPath(project, lang)}: services.${index}.courseInfo: shows the price ${sales ?? pricing}, but its product ${productKey} costs ${amount}`,
          ];
    });
  });
  return (await Promise.all(faults)).flat();
}

/** A message needs the same placeholders in every language: without its `{minutes}`, a mail misleads. */
async function findPlaceholderFaults(project: string, read: ReadContent): Promise<string[]> {
  const pathOf = (lang: string) => `${project}/i18n/${lang}.json`;
  const readTexts = async (lang: string) => messageTexts((await read(pathOf(lang), messagesSchema)) ?? {});
  const originals = await readTexts(defaultLanguage);
  const faults = languages.map(async (lang) =>
    Object.entries(await readTexts(lang)).flatMap(([key, text]) => {
      const original = originals[key];
      if (original === undefined) return [];
      const [wanted, given] = [listPlaceholders(original, defaultLanguage), listPlaceholders(text, lang)];
      const [lost, unknown] = [
        [...wanted].filter((name) => !given.has(name)),
        [...given].filter((name) => !wanted.has(name)),
      ];
      return [
        ...lost.map(
          (name) => `${pathOf(lang)}: ${key}: the placeholder ${name} of ${pathOf(defaultLanguage)} is missing`,
        ),
        ...unknown.map(
          (name) => `${pathOf(lang)}: ${key}: the placeholder ${name} is not in ${pathOf(defaultLanguage)}`,
        ),
      ];
    }),
  );
  return (await Promise.all(faults)).flat();
}

function messageTexts(messages: Messages, path: readonly string[] = []): Record<string, string> {
  const texts = Object.entries(messages).map(([key, value]) =>
    typeof value === 'string' ? { [[...path, key].join('.')]: value } : messageTexts(value, [...path, key]),
  );
  return Object.assign({}, ...texts) as Record<string, string>;
}

async function findStrayQuizzes(project: string, paths: readonly string[], read: ReadContent): Promise<string[]> {
  const courses = await read(coursesPath(project, defaultLanguage), coursesDataSchema);
  if (!courses) return [];
  const lessons = new Set(
    courses.services.flatMap(({ courseName, courseList }) =>
      courseList.flatMap((chapter) => chapter.lessons.map(({ path }) => `${courseName}/${path.split(/[\\/]/).at(-1)}`)),
    ),
  );
  const faults = paths
    .filter((path) => path.startsWith(`${project}/quizzes/`))
    .map(async (path) => {
      const quiz = await read(path, quizSchema);
      const named = quiz
        ? [
            ['lesson', quiz.lesson] as const,
            ...quiz.questions.map(({ begin }, index) => [`questions.${index}.begin`, begin] as const),
          ]
        : [];
      return named
        .filter(([, lesson]) => lesson && !lessons.has(lesson))
        .map(([field, lesson]) => `${path}: ${field}: no course has the lesson ${lesson}`);
    });
  return (await Promise.all(faults)).flat();
}
