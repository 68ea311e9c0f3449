import { join } from 'node:path';
import { config } from '@/lib/config/config';
import { listDocumentsBehindFiles } from '@/lib/content/admin/documents';
import { findContentFaults } from '@/lib/content/faults';
import { findSampleFiles } from '@/lib/content/files';
import { db } from '@/lib/database/client';
import { badFinding, type DiagnosticCheck, type Finding, okFinding, warnFinding } from './check';

export const contentCheck: DiagnosticCheck = {
  name: 'content',
  async run() {
    const faults = await findContentFaults(config().contentDir);
    return faults.length > 0 ? faults.map(badFinding) : [okFinding('all files are valid, in every language')];
  },
};

/** Invented clients and quotes must not be published as real ones (N3). */
export const sampleCheck: DiagnosticCheck = {
  name: 'samples',
  async run() {
    const { contentDir, siteProject } = config();
    const files = await findSampleFiles(join(contentDir, siteProject));
    if (files.length === 0) return [okFinding('nothing in the content is marked as an invented example')];
    return files.map((file) =>
      warnFinding(
        `${siteProject}/${file} has invented examples ("sample": true): replace or remove them before publishing`,
      ),
    );
  },
};

/** Finds pages whose files a deployment changed after an admin had published them: an editor must choose a version. */
export const publishedCheck: DiagnosticCheck = {
  name: 'published here',
  async run() {
    const ids = await listDocumentsBehindFiles();
    if (ids.length === 0) return [okFinding('no content file is newer than its published version')];
    return ids.map((id) =>
      warnFinding(
        `${id}: the files changed after it was published in administration, so the site does not show them; choose a version in administration, under Pages`,
      ),
    );
  },
};

/** Rows edited by an admin no longer follow their content file. */
export const editedCheck: DiagnosticCheck = {
  name: 'edited here',
  async run() {
    const client = await db();
    const edited = { where: { editedAt: { not: null }, syncedHash: { not: null } } } as const;
    const courses = await client.course.findMany({ ...edited, select: { slug: true } });
    const products = await client.product.findMany({ ...edited, select: { key: true } });
    const quizzes = await client.quiz.findMany({ ...edited, select: { id: true }, orderBy: { id: 'asc' } });
    const newCourses = await client.course.findMany({
      where: { syncedHash: null },
      select: { slug: true },
      orderBy: { slug: 'asc' },
    });
    const newQuizzes = await client.quiz.findMany({
      where: { syncedHash: null },
      select: { id: true },
      orderBy: { id: 'asc' },
    });
    const madeHere = [
      ...newCourses.map(({ slug }) => `course ${slug}`),
      ...newQuizzes.map(({ id }) => `quiz ${id}`),
    ].map((name) => okFinding(`${name} was made in administration; npm run content:export writes it into the files`));
    const names = [
      ...courses.map(({ slug }) => `course ${slug}`),
      ...products.map(({ key }) => `product ${key}`),
      ...quizzes.map(({ id }) => `quiz ${id}`),
    ];
    if (names.length === 0) return [okFinding('courses, products and quizzes match their files'), ...madeHere];
    return [
      ...names.map((name) => warnFinding(`${name} was changed in administration and no longer follows its file`)),
      ...madeHere,
    ];
  },
};

export const hreflangCheck: DiagnosticCheck = {
  name: 'hreflang',
  async run() {
    const { port } = config();
    let xml: string;
    try {
      const answer = await fetch(`http://127.0.0.1:${port}/sitemap.xml`, { signal: AbortSignal.timeout(8000) });
      if (!answer.ok) return [badFinding(`/sitemap.xml answers ${answer.status}`)];
      xml = await answer.text();
    } catch {
      return [warnFinding(`not checked: no service answers on port ${port}`)];
    }
    return hreflangFindings(xml);
  },
};

export function hreflangFindings(xml: string): Finding[] {
  const pages = new Map(
    [...xml.matchAll(/<url>(.*?)<\/url>/gs)].map(([, entry = '']) => [locationOf(entry), alternatesOf(entry)]),
  );
  const findings = [...pages].flatMap(([page, alternates]) =>
    [...alternates].flatMap(([lang, other]) => {
      if (other === page || lang === 'x-default') return [];
      const back = pages.get(other);
      if (!back) return [badFinding(`${page} links to ${other} as its ${lang} version, which is not in the sitemap`)];
      return [...back.values()].includes(page)
        ? []
        : [badFinding(`${page} links to ${other}, which does not link back`)];
    }),
  );
  if (pages.size === 0) return [badFinding('the sitemap is empty')];
  return findings.length > 0 ? findings : [okFinding(`${pages.size} pages and their translations link to each other`)];
}

const locationOf = (entry: string): string => /<loc>(.*?)<\/loc>/s.exec(entry)?.[1]?.trim() ?? '';

function alternatesOf(entry: string): Map<string, string> {
  return new Map(
    [...entry.matchAll(/<xhtml:link\b[^>]*>/g)].map(([tag]) => [
      /hreflang="([^"]*)"/.exec(tag)?.[1] ?? '',
      /href="([^"]*)"/.exec(tag.replace(/hreflang="[^"]*"/, ''))?.[1] ?? '',
    ]),
  );
}
