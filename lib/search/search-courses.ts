import { freeLessonUrl, lessonPath } from '@/lib/courses/catalogue/course';
import type { TranscriptLine } from '@/lib/courses/catalogue/search-entries';
import { type CourseAccess, findCourseAccess, isLessonOpen } from '@/lib/courses/enrolment/lesson-access';
import { db, Prisma } from '@/lib/database/client';
import { searchQuery } from '@/lib/fold';
import type { Language } from '@/lib/language';
import {
  excerpt,
  findBestTexts,
  markMatches,
  maxCounted,
  type Pattern,
  type SearchRequest,
  type SearchResult,
  type SearchResultPage,
  toPatterns,
} from './search-request';

interface CourseRow {
  courseSlug: string;
  title: string;
  lines: TranscriptLine[];
  total: number;
}
type LessonRow = CourseRow & { lesson: string; freePreview: boolean; courseTitle: string };

const excerptCharacters = 180;
const maxLines = 3;

const courseUrl = (lang: Language, slug: string): string =>
  `/${lang}/details/course-page/courses-data/${encodeURIComponent(slug)}`;

export async function searchCourses({ lang, q, page, pageSize }: SearchRequest): Promise<SearchResultPage> {
  const patterns = toPatterns(q);
  const rows = await findSearchRows<CourseRow>({ q, lang, page, pageSize, isForLessons: false });
  return {
    total: rows[0]?.total ?? 0,
    results: rows.map(({ courseSlug, title, lines }) => {
      const texts = lines.map(([, text]) => text);
      const [best = 0] = findBestTexts(texts, patterns, 1);
      return {
        title: markMatches(title, patterns),
        url: courseUrl(lang, courseSlug),
        course: null,
        isOpen: true,
        snippets: [{ parts: excerpt(texts[best] ?? '', patterns, excerptCharacters), second: null, url: null }],
      };
    }),
  };
}

export async function searchLessons({ actor, lang, q, page, pageSize }: SearchRequest): Promise<SearchResultPage> {
  const patterns = toPatterns(q);
  const rows = await findSearchRows<LessonRow>({ q, lang, page, pageSize, isForLessons: true });
  const slugs = [...new Set(rows.map(({ courseSlug }) => courseSlug))];
  const accesses = new Map(
    await Promise.all(
      slugs.map(async (courseSlug) => [courseSlug, await findCourseAccess({ actor, courseSlug })] as const),
    ),
  );
  return {
    total: rows[0]?.total ?? 0,
    results: rows.map((row) => lessonResult(row, accesses.get(row.courseSlug)!, lang, patterns)),
  };
}

function lessonResult(
  row: LessonRow,
  access: CourseAccess,
  lang: Language,
  patterns: readonly Pattern[],
): SearchResult {
  const { courseSlug, lesson, title, courseTitle, freePreview, lines } = row;
  const isPlayable = isLessonOpen(access, { file: lesson, freePreview });
  const isOpen = isPlayable || freePreview;
  const best = findBestTexts(
    lines.map(([, text]) => text),
    patterns,
    isOpen ? maxLines : 1,
  );
  // Show only the time of a match in a closed lesson, or visitors could collect its text line by line (decision 127).
  const shownOf = (text: string) => (isOpen ? excerpt(text, patterns, excerptCharacters) : []);
  return {
    title: markMatches(title, patterns),
    url: isPlayable
      ? lessonPath(lang, courseSlug, lesson)
      : freePreview
        ? freeLessonUrl(courseUrl(lang, courseSlug), lesson)
        : courseUrl(lang, courseSlug),
    course: { title: courseTitle, url: courseUrl(lang, courseSlug) },
    isOpen,
    snippets: best.map((at) => {
      const [second, text] = lines[at]!;
      return {
        parts: shownOf(text),
        second,
        url: isPlayable ? lessonPath(lang, courseSlug, lesson, { t: second }) : null,
      };
    }),
  };
}

interface CourseSearchQuery {
  q: string;
  lang: Language;
  page: number;
  pageSize: number;
  isForLessons: boolean;
}

async function findSearchRows<Row>({ q, lang, page, pageSize, isForLessons }: CourseSearchQuery): Promise<Row[]> {
  const words = searchQuery(q);
  if (!words) return [];
  const client = await db();
  const [columns, join] = isForLessons
    ? [
        Prisma.sql`, l."freePreview", own."title" AS "courseTitle"`,
        Prisma.sql`
      JOIN "Lesson" l ON l."courseSlug" = shown."courseSlug" AND l."file" = shown."lesson"
      JOIN "SearchEntry" own ON own."courseSlug" = shown."courseSlug" AND own."lang" = ${lang} AND own."lesson" = ''`,
      ]
    : [Prisma.empty, Prisma.empty];
  // Use literals instead of parameters, so that each kind uses its own partial index.
  const kindCondition = isForLessons ? Prisma.sql`e."lesson" <> ''` : Prisma.sql`e."lesson" = ''`;
  const matchingCondition = (column: Prisma.Sql) => Prisma.sql`
    SELECT e."courseSlug", e."lesson" FROM "SearchEntry" e WHERE e.${column} @@ ${words}::tsquery AND e."lang" = ${lang} AND ${kindCondition}`;
  const publishedCondition = (from: Prisma.Sql, isInTitle: boolean) => Prisma.sql`(
    SELECT m."courseSlug", m."lesson", c."position", ${isInTitle}::boolean AS "inTitle" FROM ${from} m JOIN "Course" c ON c."slug" = m."courseSlug" AND c."published" LIMIT ${maxCounted})`;
  // MATERIALIZED hides the limit from the planner, which would otherwise scan the table for an early match. Courses
  // need no such hint: there are about a thousand, and a scan does find a match early.
  const planned = isForLessons ? Prisma.sql`MATERIALIZED` : Prisma.sql`NOT MATERIALIZED`;
  return client.$queryRaw<Row[]>`
    WITH titles AS MATERIALIZED (${matchingCondition(Prisma.sql`"titleWords"`)}), said AS ${planned} (${matchingCondition(Prisma.sql`"words"`)}), found AS MATERIALIZED (
      SELECT "courseSlug", "lesson", "position", bool_or("inTitle") AS "inTitle"
      FROM (${publishedCondition(Prisma.sql`titles`, true)} UNION ALL ${publishedCondition(Prisma.sql`said`, false)}) each GROUP BY "courseSlug", "lesson", "position"
    ), shown AS (
      SELECT * FROM found ORDER BY "inTitle" DESC, "position", "courseSlug", "lesson" LIMIT ${pageSize} OFFSET ${(page - 1) * pageSize}
    )
    SELECT shown."courseSlug", shown."lesson", e."title", e."lines", (SELECT least(count(*), ${maxCounted}::int)::int FROM found) AS "total" ${columns}
    FROM shown JOIN "SearchEntry" e ON e."courseSlug" = shown."courseSlug" AND e."lang" = ${lang} AND e."lesson" = shown."lesson" ${join}
    ORDER BY shown."inTitle" DESC, shown."position", shown."courseSlug", shown."lesson"`;
}
