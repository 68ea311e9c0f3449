import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { config } from '@/lib/config/config';
import type { Language } from '@/lib/language';
import { isEnabled } from './enabled-features';
import { readContent } from './load';
import { type QuizData, quizSchema } from './quiz-schema';
import * as schema from './schema';

/** The functions below never throw: for a missing or broken file they log and return null. Paths follow C14. */
const projectPath = (path: string) => `${config().siteProject}/${path}`;

export const readSiteConfig = () => readContent('config.json', schema.configSchema);
export const readPagesComponents = () =>
  readContent(projectPath('pages-components.json'), schema.pagesComponentsSchema);
export const readHeader = () => readContent(projectPath('common/header.json'), schema.headerSchema);
export const readFooter = () => readContent(projectPath('common/footer.json'), schema.footerSchema);
export const readProducts = () => readContent(projectPath('products.json'), schema.productsSchema);
export const readPricing = (lang: Language) =>
  readContent(projectPath(`${lang}/price-page/pricing.json`), schema.pricingSchema);

export async function readSocialLinks() {
  const file = await readContent(projectPath('common/socialMediaLinks.json'), schema.socialMediaLinksSchema);
  return file?.socialMediaLinks ?? null;
}

/** Legal pages are English in every language (C8, C9). */
export const readLegal = (file: 'policy' | 'refund-policy') =>
  readContent(projectPath(`common/${file}.json`), schema.legalSchema);

export const readGuide = (lang: Language) =>
  readContent(projectPath(`${lang}/admin-guide/guide.json`), schema.guideSchema);

export async function readCourses(lang: Language) {
  const file = await readContent(projectPath(`${lang}/course-page/courses-data.json`), schema.coursesDataSchema);
  return file?.services ?? null;
}

/** Returns valid quizzes by id. Quiz files contain the right answers, so no public address may serve them. */
export async function readQuizzes(): Promise<Map<string, QuizData>> {
  const { contentDir, siteProject } = config();
  const names = await readdir(join(contentDir, siteProject, 'quizzes')).catch(() => []);
  const ids = names
    .filter((name) => name.endsWith('.json'))
    .map((name) => basename(name, '.json'))
    .sort();
  const quizzes = await Promise.all(
    ids.map(async (id) => [id, await readContent(projectPath(`quizzes/${id}.json`), quizSchema)] as const),
  );
  return new Map(quizzes.flatMap(([id, quiz]) => (quiz ? [[id, quiz]] : [])));
}

/** Returns null when the feature flag `work` is off, so that no page mentions a case. */
export async function readWorkCases(lang: Language) {
  if (!(await isEnabled('work'))) return null;
  const file = await readContent(projectPath(`${lang}/work-page/cases.json`), schema.workCasesSchema);
  return file?.cases ?? null;
}

export async function readWorkClients(lang: Language) {
  if (!(await isEnabled('work'))) return null;
  const file = await readContent(projectPath(`${lang}/work-page/clients.json`), schema.workClientsSchema);
  return file?.clients ?? null;
}

export const readMetaData = (lang: Language, folder: string) =>
  readContent(projectPath(`${lang}/${folder}/meta-data.json`), schema.metaDataSchema);

export const readBlock = (lang: Language, fileName: string) =>
  readContent(projectPath(`${lang}/${fileName}.json`), schema.blockSchema);

export const readPersonBlock = (lang: Language, fileName: string) =>
  readContent(projectPath(`${lang}/aboutus-page/${fileName}.json`), schema.personBlockSchema);

const darkPrefix = '--dark-';

const unsafeValue = /[<>{};"'&\\]|url\(/i;

/** Leaves out values that could become markup or load a file: mails and pictures use colours as they are. */
export async function readStyle(): Promise<schema.Style | null> {
  const style = await readContent(projectPath('style.json'), schema.styleSchema);
  return style && Object.fromEntries(Object.entries(style).filter(([, value]) => !unsafeValue.test(value)));
}

/** Browsers print no backgrounds, so printed text must not be light. */
const printStyles =
  '--paper:#fff;--surface:#fff;--deep:#fff;--deep-soft:#fff;--on-deep:var(--ink);--on-deep-soft:var(--ink-soft);--gold:var(--accent)';

/** `--dark-x` is the value of `--x` in the dark theme (B7). Printed pages are always light. */
export function buildStyleSheet(style: schema.Style): string {
  const entries = Object.entries(style);
  const values = entries.map(([name, value]) => `${name}:${value}`).join(';');
  const dark = entries
    .filter(([name]) => name.startsWith(darkPrefix))
    .map(([name]) => `--${name.slice(darkPrefix.length)}:var(${name})`)
    .join(';');
  const darkRules = `color-scheme:dark;${dark}`;
  return (
    `:root{color-scheme:light;${values}}` +
    `@media screen and (prefers-color-scheme:dark){:root:not([data-theme=light]){${darkRules}}}` +
    `@media screen{:root[data-theme=dark]{${darkRules}}}` +
    `@media print{:root{${printStyles}}}`
  );
}
