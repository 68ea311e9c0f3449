import { markPageDegraded, tagPage } from '@/lib/cache/page-context';
import { config } from '@/lib/config/config';
import { readProducts } from '@/lib/content/read';
import { languages } from '@/lib/language';
import { log } from '@/lib/log';
import { readCatalogueAsFiles } from './catalogue-files';
import { readCourseFiles } from './sync';

/** Returns null to serve the file itself: for other content, without courses, or if the database is down (row C14). */
export async function readCatalogueFile(path: string | null): Promise<unknown> {
  const { siteProject } = config();
  const lang = languages.find((each) => path === `${siteProject}/${each}/course-page/courses-data.json`);
  if (!lang && path !== `${siteProject}/products.json`) return null;
  tagPage('courses', 'products');
  try {
    const { courses, products } = await readCatalogueAsFiles(await readCourseFiles(), (await readProducts()) ?? []);
    const offered = courses[lang ?? languages[0]].filter(({ published }) => published !== false);
    if (offered.length === 0 && courses[languages[0]].length === 0) return null;
    if (lang) return { services: offered };
    const slugs = new Set(offered.map(({ courseName }) => courseName));
    return products.filter(
      ({ active, courseName, courseNames = [] }) =>
        active !== false && [courseName, ...courseNames].every((slug) => slugs.has(slug)),
    );
  } catch (error) {
    log.error({ err: error, path }, 'Courses come from their content files, because the database could not be read');
    markPageDegraded();
    return null;
  }
}
