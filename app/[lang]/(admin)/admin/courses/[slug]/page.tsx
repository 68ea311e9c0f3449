import { ConfirmButton } from '@/components/admin/call/dialogs';
import { DraftNotice } from '@/components/admin/courses/draft-notice';
import { DocumentEditor } from '@/components/admin/documents/document-editor';
import { LessonAttachments } from '@/components/admin/lessons/lesson-attachments';
import { LessonCaptions } from '@/components/admin/lessons/lesson-captions';
import { LessonOrder } from '@/components/admin/lessons/lesson-order';
import { LessonUploads } from '@/components/admin/lessons/lesson-uploads';
import { type AdminContext, createAdminMetadata, renderAdminPage } from '@/components/admin/page/admin-page';
import { PageHead } from '@/components/admin/page/page-head';
import { PageParts } from '@/components/admin/page/page-parts';
import { readFormLabels } from '@/components/form/generated-labels';
import { ButtonLink } from '@/components/ui/button';
import { now } from '@/lib/clock';
import { config } from '@/lib/config/config';
import { coursePreviewUrl } from '@/lib/content/admin/preview';
import { isEnabled } from '@/lib/content/enabled-features';
import type { GroupNode, JsonValue } from '@/lib/content/form/form-node';
import { buildForm } from '@/lib/content/form/form-of';
import { type AdminCourse, courseChangeSchema, requireAdminCourse } from '@/lib/courses/admin/courses';
import { loadTranslator, readSizeUnits } from '@/lib/i18n/messages';
import { languageNames, languages, type Localised } from '@/lib/language';
import { listCourseAttachments } from '@/lib/lessons/admin/lesson-attachments';
import { listCaptions } from '@/lib/lessons/admin/lesson-captions';
import { listMissingTools } from '@/lib/lessons/admin/process-uploads';
import { listUploads } from '@/lib/lessons/admin/uploads';

interface Props {
  params: Promise<{ lang: string; slug: string }>;
}

export const generateMetadata = ({ params }: Props) => createAdminMetadata(params, 'section_courses');

const form = buildForm(courseChangeSchema) as GroupNode;

export default async function CoursePage({ params }: Props) {
  const { slug } = await params;
  return renderAdminPage(params, `/courses/${slug}`, async (context) => {
    const { actor, lang, t } = context;
    const [course, uploads, captions, attachments, lacking, units] = await Promise.all([
      requireAdminCourse(actor, slug),
      listUploads(actor, slug, lang),
      listCaptions(actor, slug),
      listCourseAttachments(actor, slug),
      listMissingTools(),
      readSizeUnits(lang),
    ]);
    const hasAttachments = await isEnabled('attachments');
    const newNames = await Promise.all(
      languages.map(async (each) => [each, (await loadTranslator(each))('admin.new_chapter_name')] as const),
    );
    const newName = Object.fromEntries(newNames) as Localised;
    const names = languageNames(lang);
    return (
      <>
        <PageHead
          back={{ href: `/${lang}/admin/courses`, label: t('section_courses') }}
          title={<bdi>{course.texts[lang].title}</bdi>}
          intro={t(course.madeHere ? 'course_made_here' : course.editedHere ? 'course_edited' : 'course_follows')}
          actions={
            <ButtonLink
              variant="secondary"
              icon="external"
              href={course.published ? `/${lang}/course/${slug}` : coursePreviewUrl(actor, slug, lang, now())}
              prefetch={false}
            >
              {t(course.published ? 'on_the_site' : 'preview')}
            </ButtonLink>
          }
        />
        {!course.published && <DraftNotice course={course} context={context} />}
        <PageParts
          label={t('course_parts')}
          parts={[
            {
              name: 'lessons',
              label: t('lessons'),
              content: (
                <>
                  <LessonOrder
                    draftKey={`plan:${actor.userId}:${slug}`}
                    slug={slug}
                    lang={lang}
                    chapters={course.chapters}
                    version={course.planVersion}
                    newChapterName={newName}
                    languageNames={names}
                  />
                  <LessonUploads
                    slug={slug}
                    lang={lang}
                    chapters={course.chapters}
                    initial={uploads}
                    missingTools={lacking}
                    languageNames={names}
                    units={units}
                  />
                </>
              ),
            },
            {
              name: 'files',
              label: t('course_files'),
              content: (
                <>
                  <LessonCaptions
                    slug={slug}
                    lang={lang}
                    chapters={course.chapters}
                    initial={captions}
                    languageNames={names}
                  />
                  {hasAttachments && (
                    <LessonAttachments
                      slug={slug}
                      lang={lang}
                      chapters={course.chapters}
                      attachments={attachments}
                      languageNames={names}
                      maxBytes={config().attachmentMaxBytes}
                      units={units}
                    />
                  )}
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
        draftKey={`course:${actor.userId}:${slug}`}
        node={form}
        initial={{ published, level, spokenLanguage, voice, texts: texts as unknown as { [key: string]: JsonValue } }}
        version={textVersion}
        versionField={{ request: 'version', response: 'textVersion' }}
        url={`/api/admin/courses/${slug}`}
        form={await readFormLabels(lang)}
      />
      {madeHere && (
        <div>
          <ConfirmButton
            size="small"
            variant="danger"
            icon="trash"
            label={t('delete_course')}
            question={t('sure_delete_course')}
            danger
            request={{ method: 'DELETE', url: `/api/admin/courses/${slug}` }}
            next={`/${lang}/admin/courses`}
          />
        </div>
      )}
    </>
  );
}
