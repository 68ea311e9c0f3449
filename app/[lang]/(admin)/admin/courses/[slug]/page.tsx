import { courseChangeSchema } from '@/lib/admin/courses/course-schema';
import { coursePreviewAddress } from '@/lib/admin/content/preview';
import { requireAdminCourse, type AdminCourse } from '@/lib/admin/courses/courses';
import { listCourseAttachments } from '@/lib/admin/courses/lesson-attachments';
import { listCaptions } from '@/lib/admin/courses/lesson-captions';
import { missingTools } from '@/lib/admin/uploads/run-ingest';
import { listUploads } from '@/lib/admin/uploads/uploads';
import { isOn } from '@/lib/content/capabilities';
import { formOf } from '@/lib/content/form/form-of';
import type { GroupNode, JsonValue } from '@/lib/content/form/form-node';
import { sizeUnits, translatorOf } from '@/lib/i18n/translator';
import { now } from '@/lib/clock';
import { languageNames, languages, type Localised } from '@/lib/language';
import { ButtonLink } from '../../../../_ui/button';
import { adminMetadata, adminPage, type AdminContext } from '../../_parts/page/admin-page';
import { confirmLabels, saveLabels, stepUpLabels } from '../../_parts/call/client-labels';
import { ConfirmButton } from '../../_parts/call/confirm-button';
import { DocumentEditor } from '../../_parts/documents/document-editor';
import { editorLabels } from '../../_parts/documents/editor-labels';
import { formLabels } from '../../../../_forms/generated-labels';
import { LessonUploads } from '../../_parts/lessons/lesson-uploads';
import { attachmentLabels, captionLabels, uploadLabels } from '../../_parts/lessons/upload-labels';
import { LessonAttachments } from '../../_parts/lessons/attachments/lesson-attachments';
import { LessonCaptions } from '../../_parts/lessons/lesson-captions';
import { LessonOrder } from '../../_parts/lessons/lesson-order';
import { PageHead } from '../../_parts/page/page-head';
import { PageParts } from '../../_parts/page/page-parts';
import { DraftNotice } from './draft-notice';

interface Props { params: Promise<{ lang: string; slug: string }> }

export const generateMetadata = ({ params }: Props) => adminMetadata(params, 'section_courses');

const form = formOf(courseChangeSchema) as GroupNode;

/** Row O7: a course's lessons in their order, and its texts. */
export default async function CoursePage({ params }: Props) {
  const { slug } = await params;
  return adminPage(params, `/courses/${slug}`, async (context) => {
    const { actor, lang, t } = context;
    const [course, uploads, captions, attachments, lacking, units] = await Promise.all([
      requireAdminCourse(actor, slug), listUploads(actor, slug, lang), listCaptions(actor, slug), listCourseAttachments(actor, slug), missingTools(), sizeUnits(lang),
    ]);
    const hasAttachments = await isOn('attachments');
    const newNames = await Promise.all(languages.map(async (each) => [each, (await translatorOf(each))('admin.new_chapter_name')] as const));
    const newName = Object.fromEntries(newNames) as Localised;
    const labels = {
      save: saveLabels(t), title: t('lessons'), intro: t('lessons_intro'), chapter: t('chapter'), lesson: t('lesson'), free: t('free_preview'), up: t('move_up'), down: t('move_down'),
      moved: t('moved_to'), names: t('names'), new_chapter: t('new_chapter'), remove_chapter: t('remove_chapter'), new_name: newName, none: t('no_chapters'), no_lessons: t('no_lessons_in_chapter'), remove_lesson: t('remove_lesson'), removed: t('lessons_removed'), undo: t('undo_changes'),
      languages: languageNames(lang),
    };
    return (
      <>
        <PageHead
          back={{ href: `/${lang}/admin/courses`, label: t('section_courses') }} title={<bdi>{course.texts[lang].title}</bdi>} intro={t(course.madeHere ? 'course_made_here' : course.editedHere ? 'course_edited' : 'course_follows')}
          actions={<ButtonLink variant="secondary" icon="external" href={course.published ? `/${lang}/course/${slug}` : coursePreviewAddress(actor, slug, lang, now())} prefetch={false}>{t(course.published ? 'on_the_site' : 'preview')}</ButtonLink>}
        />
        {!course.published && <DraftNotice course={course} context={context} />}
        <PageParts
          label={t('course_parts')}
          parts={[
            {
              name: 'lessons', label: t('lessons'),
              content: (
                <>
                  <LessonOrder slug={slug} lang={lang} chapters={course.chapters} version={course.planVersion} labels={labels} />
                  <LessonUploads slug={slug} lang={lang} chapters={course.chapters} initial={uploads} lacking={lacking} labels={uploadLabels(t, lang, units)} />
                </>
              ),
            },
            {
              name: 'files', label: t('course_files'),
              content: (
                <>
                  <LessonCaptions slug={slug} lang={lang} chapters={course.chapters} initial={captions} labels={captionLabels(t, lang)} />
                  {hasAttachments && <LessonAttachments slug={slug} lang={lang} chapters={course.chapters} attachments={attachments} labels={attachmentLabels(t, lang, units)} />}
                </>
              ),
            },
            { name: 'texts', label: t('course_words'), content: <CourseTexts {...context} course={course} /> },
          ]}
        />
      </>
    );
  });
}

async function CourseTexts({ actor, lang, t, course }: AdminContext & { course: AdminCourse }) {
  const { slug, published, level, spokenLanguage, voice, texts, textVersion, madeHere } = course;
  return (
    <>
      <DocumentEditor
        name={`course:${actor.userId}:${slug}`} node={form} initial={{ published, level, spokenLanguage, voice, texts: texts as unknown as { [key: string]: JsonValue } }} version={textVersion} versionIn={{ asked: 'version', answered: 'textVersion' }}
        url={`/api/admin/courses/${slug}`} labels={editorLabels(t, await formLabels(lang))}
      />
      {madeHere && (
        <div>
          <ConfirmButton
            size="small" variant="danger" icon="trash" label={t('delete_course')} question={t('sure_delete_course')} danger request={{ method: 'DELETE', url: `/api/admin/courses/${slug}` }} next={`/${lang}/admin/courses`}
            labels={confirmLabels(t)} stepUp={stepUpLabels(t)}
          />
        </div>
      )}
    </>
  );
}
