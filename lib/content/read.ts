import 'server-only';
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { config } from '@/lib/config/config';
import type { Language } from '@/lib/language';
import { isOn } from './capabilities';
import { readContent } from './load';
import { quizSchema, type QuizData } from './quiz-schema';
import * as schema from './schema';
import { workCasesSchema, workClientsSchema } from './work/work-schema';

/**
 * One function a content file. None throws; a missing or broken file is logged and gives null.
 * Paths follow C14: `{project}/{lang}/{folder}/{file}.json`.
 */
const inProject = (path: string) => `${config().siteProject}/${path}`;

export const readSiteConfig = () => readContent('config.json', schema.configSchema);
export const readStyle = () => readContent(inProject('style.json'), schema.styleSchema);
export const readPagesComponents = () => readContent(inProject('pages-components.json'), schema.pagesComponentsSchema);
export const readHeader = () => readContent(inProject('common/header.json'), schema.headerSchema);
export const readFooter = () => readContent(inProject('common/footer.json'), schema.footerSchema);
export const readProducts = () => readContent(inProject('products.json'), schema.productsSchema);
export const readPricing = (lang: Language) =>
  readContent(inProject(`${lang}/price-page/pricing.json`), schema.pricingSchema);

export async function readSocialLinks() {
  const file = await readContent(inProject('common/socialMediaLinks.json'), schema.socialMediaLinksSchema);
  return file?.socialMediaLinks ?? null;
}

/** The legal pages are English on every language's route (C8, C9). */
export const readLegal = (file: 'policy' | 'refund-policy') =>
  readContent(inProject(`common/${file}.json`), schema.legalSchema);

export const readGuide = (lang: Language) => readContent(inProject(`${lang}/admin-guide/guide.json`), schema.guideSchema);

export async function readCourses(lang: Language) {
  const file = await readContent(inProject(`${lang}/course-page/courses-data.json`), schema.coursesDataSchema);
  return file?.services ?? null;
}

/** The quizzes and level tests of the project by id; a file that breaks its shape is left out. They hold what is right, so no address serves them. */
export async function readQuizzes(): Promise<Map<string, QuizData>> {
  const { contentDir, siteProject } = config();
  const names = await readdir(join(contentDir, siteProject, 'quizzes')).catch(() => []);
  const ids = names.filter((name) => name.endsWith('.json')).map((name) => basename(name, '.json')).sort();
  const quizzes = await Promise.all(ids.map(async (id) => [id, await readContent(inProject(`quizzes/${id}.json`), quizSchema)] as const));
  return new Map(quizzes.flatMap(([id, quiz]) => (quiz ? [[id, quiz]] : [])));
}

/** None with the capability switched off, so that no page names a case. */
export async function readWorkCases(lang: Language) {
  if (!(await isOn('work'))) return null;
  const file = await readContent(inProject(`${lang}/work-page/cases.json`), workCasesSchema);
  return file?.cases ?? null;
}

export async function readWorkClients(lang: Language) {
  if (!(await isOn('work'))) return null;
  const file = await readContent(inProject(`${lang}/work-page/clients.json`), workClientsSchema);
  return file?.clients ?? null;
}

/** @param folder a page's content folder, e.g. `home-page` */
export const readMetaData = (lang: Language, folder: string) =>
  readContent(inProject(`${lang}/${folder}/meta-data.json`), schema.metaDataSchema);

export const readBlock = (lang: Language, fileName: string) =>
  readContent(inProject(`${lang}/${fileName}.json`), schema.blockSchema);

export const readPersonBlock = (lang: Language, fileName: string) =>
  readContent(inProject(`${lang}/aboutus-page/${fileName}.json`), schema.personBlockSchema);
