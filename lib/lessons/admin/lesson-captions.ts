import { writeAudit } from '@/lib/accounts/audit';
import { invalidate } from '@/lib/cache/invalidate';
import { indexCourse } from '@/lib/courses/catalogue/search-entries';
import { db, transaction } from '@/lib/database/client';
import { loadTranslator } from '@/lib/i18n/messages';
import { type Language, languages } from '@/lib/language';
import {
  captionFaultsIn,
  type CaptionFileFault,
  changeCaptions,
  listCaptionLanguages,
} from '@/lib/lessons/captions/captions';
import type { CaptionsChange } from '@/lib/lessons/captions/captions-check';
import { readTranscripts } from '@/lib/lessons/captions/index-transcripts';
import { assertAdmin, type MaybeActor } from '@/lib/permissions';
import { notFound, Problem } from '@/lib/problem';
import { maxReportedFaults } from './captions-error';

async function refuseFaults(found: readonly CaptionFileFault[], lang: Language): Promise<void> {
  if (found.length === 0) return;
  const translate = await loadTranslator(lang);
  const sentence = ({ name, line, fault }: CaptionFileFault) =>
    translate('admin.caption_fault', { name, line: String(line), fault: translate(`admin.caption_${fault}`) });
  const reported = found.slice(0, maxReportedFaults);
  const errors = Object.fromEntries(
    reported.map((each) => [
      `captions.${each.lang}`,
      [
        reported
          .filter((other) => other.lang === each.lang)
          .map(sentence)
          .join('\n'),
      ],
    ]),
  );
  throw new Problem(422, 'invalid', { errors });
}

/** Checks captions before the video arrives, when its length is unknown. @throws Problem 422 */
export const assertCaptions = (captions: CaptionsChange, lang: Language): Promise<void> =>
  refuseFaults(captionFaultsIn(captions), lang);

export interface LessonCaptions {
  file: string;
  languages: Language[];
}

export async function listCaptions(actor: MaybeActor, courseSlug: string): Promise<LessonCaptions[]> {
  assertAdmin(actor);
  const client = await db();
  const lessons = await client.lesson.findMany({ where: { courseSlug }, select: { file: true } });
  return Promise.all(
    lessons.map(async (lesson) => ({
      file: lesson.file,
      languages: await listCaptionLanguages(courseSlug, lesson.file).catch(() => []),
    })),
  );
}

interface SaveCaptionsInput {
  courseSlug: string;
  lesson: string;
  change: CaptionsChange;
  lang: Language;
}

/** @throws Problem 401, 403, 404, 409 `no-lesson-folder`, 409 `video-in-work`, 422 */
export async function saveCaptions(
  actor: MaybeActor,
  { courseSlug, lesson, change, lang }: SaveCaptionsInput,
): Promise<LessonCaptions> {
  assertAdmin(actor);
  const client = await db();
  const lessonRow = await client.lesson.findUnique({
    where: { courseSlug_file: { courseSlug, file: lesson } },
    select: { file: true },
  });
  if (!lessonRow) throw notFound();
  // A video that is being processed will replace all files of the lesson, including its captions.
  const coming = await client.lessonUpload.findFirst({
    where: { courseSlug, file: lesson, status: { in: ['waiting', 'processing'] } },
    select: { id: true },
  });
  if (coming) throw new Problem(409, 'video-in-work');
  const before = await listCaptionLanguages(courseSlug, lesson);
  await refuseFaults(await changeCaptions(courseSlug, lesson, change), lang);
  const changed = languages.filter((each) => change[each] !== undefined);
  const transcripts = new Map([[lesson, await readTranscripts(courseSlug, lesson)]]);
  await transaction(async (tx) => {
    await indexCourse(tx, courseSlug, transcripts);
    await writeAudit(tx, {
      actor,
      action: 'lesson.captions',
      subject: `course:${courseSlug}`,
      detail: { file: lesson, languages: changed },
    });
  });
  invalidate('courses', `course:${courseSlug}`);
  return {
    file: lesson,
    languages: languages.filter((each) => (change[each] === undefined ? before.includes(each) : change[each] !== null)),
  };
}
