import 'server-only';
import { assertAdmin, type MaybeActor } from '@/lib/actor';
import { writeAudit } from '@/lib/accounts/audit';
import { indexCourse } from '@/lib/courses/catalogue/search-entries';
import { db, transaction } from '@/lib/database/client';
import { invalidate } from '@/lib/cache/invalidate';
import { translatorOf } from '@/lib/i18n/translator';
import { languages, type Language } from '@/lib/language';
import { captionLanguages, changeCaptions, faultsIn, type FoundCaptionFault } from '@/lib/video/captions/captions';
import type { CaptionsChange } from '@/lib/video/captions/captions-schema';
import { readTranscripts } from '@/lib/video/captions/index-transcripts';
import { notFound, Problem } from '@/lib/problem';

const mostReported = 8;

/** @throws Problem 422, for each language of captions a sentence a line, when there is something to say */
async function refuseFaults(found: readonly FoundCaptionFault[], lang: Language): Promise<void> {
  if (found.length === 0) return;
  const translate = await translatorOf(lang);
  const sentence = ({ name, line, fault }: FoundCaptionFault) => translate('admin.caption_fault', { name, line: String(line), fault: translate(`admin.caption_${fault}`) });
  const reported = found.slice(0, mostReported);
  const errors = Object.fromEntries(reported.map((each) => [`captions.${each.lang}`, [reported.filter((other) => other.lang === each.lang).map(sentence).join('\n')]]));
  throw new Problem(422, 'invalid', { errors });
}

/** Before a video is here only its length is not known. @throws Problem 422 */
export const assertCaptions = (captions: CaptionsChange, lang: Language): Promise<void> => refuseFaults(faultsIn(captions), lang);

export interface LessonCaptions { file: string; languages: Language[] }

/** Which lessons of a course have captions, by language; a lesson whose video cannot be reached counts as without. */
export async function listCaptions(actor: MaybeActor, courseSlug: string): Promise<LessonCaptions[]> {
  assertAdmin(actor);
  const client = await db();
  const lessons = await client.lesson.findMany({ where: { courseSlug }, select: { file: true } });
  return Promise.all(lessons.map(async (lesson) => ({ file: lesson.file, languages: await captionLanguages(courseSlug, lesson.file).catch(() => []) })));
}

interface Wanted { courseSlug: string; lesson: string; change: CaptionsChange; lang: Language }

/** Captions of a lesson whose video is there (row L9). @throws Problem 401, 403, 404, 409 `no-lesson-folder`, `video-in-work`, 422 */
export async function saveCaptions(actor: MaybeActor, { courseSlug, lesson, change, lang }: Wanted): Promise<LessonCaptions> {
  assertAdmin(actor);
  const client = await db();
  const known = await client.lesson.findUnique({ where: { courseSlug_file: { courseSlug, file: lesson } }, select: { file: true } });
  if (!known) throw notFound();
  // A video that is being made takes the place of everything the lesson has.
  const coming = await client.lessonUpload.findFirst({ where: { courseSlug, file: lesson, status: { in: ['waiting', 'processing'] } }, select: { id: true } });
  if (coming) throw new Problem(409, 'video-in-work');
  const before = await captionLanguages(courseSlug, lesson);
  await refuseFaults(await changeCaptions(courseSlug, lesson, change), lang);
  const changed = languages.filter((each) => change[each] !== undefined);
  const transcripts = new Map([[lesson, await readTranscripts(courseSlug, lesson)]]);
  await transaction(async (tx) => {
    await indexCourse(tx, courseSlug, transcripts);
    await writeAudit(tx, { actor, action: 'lesson.captions', subject: `course:${courseSlug}`, detail: { file: lesson, languages: changed } });
  });
  invalidate('courses', `course:${courseSlug}`);
  return { file: lesson, languages: languages.filter((each) => (change[each] === undefined ? before.includes(each) : change[each] !== null)) };
}
