import { textOfHtml } from '@/lib/content/safe-html';
import type { Tx } from '@/lib/database/client';
import { foldVersion, splitWords } from '@/lib/fold';
import { type Language, languages } from '@/lib/language';
import { isStorable } from '@/lib/schemas';
import { type CourseText, courseTextIn, textIn } from './course';

/** Version of the stored entries. Raising it makes the job `search` rewrite all of them. */
export const searchVersion = foldVersion;

export type TranscriptLine = [second: number, text: string];

export interface Transcript {
  lang: Language;
  captionsFile: string;
  lines: TranscriptLine[];
}

/** A tsvector is limited to 1 MB. */
const maxWords = 8000;

interface SearchEntryData {
  lang: Language;
  lesson: string;
  title: string;
  lines: TranscriptLine[];
  words: string;
  titleWords: string;
  captionsFile: string | null;
  comparedAt: Date | null;
}

/** Keeps captions of lessons missing in `transcripts`. If `comparedAt` is null, the job `search` compares captions. */
export async function indexCourse(
  tx: Tx,
  slug: string,
  transcripts: ReadonlyMap<string, readonly Transcript[]> = new Map(),
  comparedAt: Date | null = null,
): Promise<void> {
  const [course] = await tx.$queryRaw<
    Array<{ text: unknown }>
  >`SELECT "text" FROM "Course" WHERE "slug" = ${slug} FOR UPDATE`;
  if (!course) return;
  const lessons = await tx.lesson.findMany({ where: { courseSlug: slug }, select: { file: true, name: true } });
  const stored = await tx.searchEntry.findMany({
    where: { courseSlug: slug, lesson: { not: '' } },
    select: { lang: true, lesson: true, title: true, lines: true, captionsFile: true, version: true },
  });
  const ofCourse = languages.map((lang) => ({
    ...courseEntry(courseTextIn(course.text, lang)),
    lang,
    lesson: '',
    captionsFile: null,
    comparedAt,
  }));
  const ofLessons = languages.flatMap((lang) =>
    lessons.flatMap(({ file, name }) => {
      const title = textIn(name, lang);
      const before = stored.find((entry) => entry.lang === lang && entry.lesson === file);
      if (before?.title === title && before.version === searchVersion && !transcripts.has(file)) return [];
      const { lines = [], captionsFile = null } = transcripts.has(file)
        ? (transcripts.get(file)?.find((each) => each.lang === lang) ?? {})
        : ((before as Pick<SearchEntryData, 'lines' | 'captionsFile'> | undefined) ?? {});
      return [{ ...toSearchEntry(title, title, lines), lang, lesson: file, captionsFile, comparedAt: null }];
    }),
  );
  await writeSearchEntries(tx, slug, [...ofCourse, ...ofLessons]);
  await tx.searchEntry.deleteMany({
    where: { courseSlug: slug, lesson: { notIn: ['', ...lessons.map(({ file }) => file)] } },
  });
}

function courseEntry({ title, titleTr = '', summary, htmlContent, courseInfo }: CourseText) {
  const { whatYouWillLearn, prerequisites, faq } = courseInfo;
  const texts = [
    summary,
    textOfHtml(htmlContent),
    ...[...whatYouWillLearn, ...prerequisites].map(({ content }) => content),
    ...faq.flatMap(({ question, answer }) => [question, textOfHtml(answer)]),
  ];
  return toSearchEntry(
    title,
    `${title} ${titleTr}`,
    texts.filter(Boolean).map((text) => [0, text]),
  );
}

function toSearchEntry(title: string, searchedTitle: string, transcript: readonly TranscriptLine[]) {
  const lines = transcript.filter(([, text]) => isStorable(text));
  const words = splitWords([searchedTitle, ...lines.map(([, text]) => text)].join('\n'))
    .slice(0, maxWords)
    .join(' ');
  return { title, lines, words, titleWords: splitWords(searchedTitle).join(' ') };
}

async function writeSearchEntries(tx: Tx, slug: string, entries: readonly SearchEntryData[]): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO "SearchEntry" ("courseSlug", "lang", "lesson", "title", "lines", "words", "titleWords", "captionsFile", "version", "comparedAt")
    SELECT ${slug}, e."lang", e."lesson", e."title", e."lines", array_to_tsvector(string_to_array(e."words", ' ')), array_to_tsvector(string_to_array(e."titleWords", ' ')),
           e."captionsFile", ${searchVersion}, e."comparedAt"
    FROM jsonb_to_recordset(${JSON.stringify(entries)}::jsonb)
      AS e("lang" text, "lesson" text, "title" text, "lines" jsonb, "words" text, "titleWords" text, "captionsFile" text, "comparedAt" timestamp(3))
    ON CONFLICT ("courseSlug", "lang", "lesson") DO UPDATE SET "title" = EXCLUDED."title", "lines" = EXCLUDED."lines", "words" = EXCLUDED."words",
      "titleWords" = EXCLUDED."titleWords", "captionsFile" = EXCLUDED."captionsFile", "version" = EXCLUDED."version", "comparedAt" = EXCLUDED."comparedAt"`;
}
