import { getTranslations } from 'next-intl/server';
import { readRefusedForm, type RefusedForm } from '@/components/admin/call/refused-form';
import { NewCourseForm, type TypedCourse } from '@/components/admin/courses/new-course-form';
import { createAdminMetadata, type Query, queryTexts, renderAdminPage } from '@/components/admin/page/admin-page';
import { GuideLink, PageHead } from '@/components/admin/page/page-head';
import { courseLevels } from '@/lib/content/schema';
import { inEachLanguage, languageNames } from '@/lib/language';

interface Props {
  params: Promise<{ lang: string }>;
  searchParams: Promise<Query>;
}

export const generateMetadata = ({ params }: Props) => createAdminMetadata(params, 'section_courses');

export default async function NewCoursePage({ params, searchParams }: Props) {
  const { error } = queryTexts(await searchParams);
  return renderAdminPage(params, '/courses/new', async ({ lang, t }) => {
    const levels = await getTranslations('catalogue');
    const earlier = error ? await readRefusedForm(error, lang) : null;
    const folder = `/${lang}/admin/courses`;
    return (
      <>
        <PageHead
          back={{ href: folder, label: t('section_courses') }}
          title={t('new_course')}
          intro={t('new_course_intro')}
          actions={<GuideLink lang={lang} t={t} section="courses" />}
        />
        <NewCourseForm
          lang={lang}
          levels={courseLevels.map((value) => ({ value, name: levels(`level_${value}`) }))}
          typed={earlier && typedCourse(earlier.textAt)}
          initialOutcome={earlier?.outcome ?? null}
          needsStepUp={earlier?.needsStepUp ?? false}
          folder={folder}
          languageNames={languageNames(lang)}
        />
      </>
    );
  });
}

const typedCourse = (textAt: RefusedForm['textAt']): TypedCourse => ({
  title: inEachLanguage((lang) => textAt('title', lang)),
  slug: textAt('slug'),
  level: textAt('level'),
  spokenLanguage: textAt('spokenLanguage'),
  amount: textAt('amount'),
});
