import { getTranslations } from 'next-intl/server';
import { courseLevels } from '@/lib/content/schema';
import { inEachLanguage, languageNames, traitsOf } from '@/lib/language';
import { saveLabels, stepUpLabels } from '../../_parts/call/client-labels';
import { refusedForm, type RefusedForm } from '../../_parts/call/refused-form';
import { adminMetadata, adminPage, textIn, type Query } from '../../_parts/page/admin-page';
import { GuideLink } from '../../_parts/page/guide-link';
import { PageHead } from '../../_parts/page/page-head';
import { NewCourseForm, type TypedCourse } from '../new-course-form';

interface Props { params: Promise<{ lang: string }>; searchParams: Promise<Query> }

export const generateMetadata = ({ params }: Props) => adminMetadata(params, 'section_courses');

/** Row O7: a course from nothing. */
export default async function NewCoursePage({ params, searchParams }: Props) {
  const { error } = textIn(await searchParams);
  return adminPage(params, '/courses/new', async ({ lang, t }) => {
    const levels = await getTranslations('catalogue');
    const earlier = error ? await refusedForm(error, lang) : null;
    const folder = `/${lang}/admin/courses`;
    const labels = {
      ...saveLabels(t), title: t('course_title'), address: t('course_address'), address_help: t('course_address_help'), level: t('course_level'), spoken: t('spoken_language'),
      price: t('price'), price_help: t('new_price_help'), read_as: t('amount_read_as'), make: t('make_course'), unit: traitsOf(lang).currency, names: languageNames(lang),
    };
    return (
      <>
        <PageHead back={{ href: folder, label: t('section_courses') }} title={t('new_course')} intro={t('new_course_intro')} actions={<GuideLink lang={lang} t={t} section="courses" />} />
        <NewCourseForm
          lang={lang} levels={courseLevels.map((value) => ({ value, name: levels(`level_${value}`) }))} typed={earlier && typedCourse(earlier.textAt)} refused={earlier?.outcome ?? null} wantsProof={earlier?.wantsProof ?? false}
          folder={folder} labels={labels} stepUp={stepUpLabels(t)}
        />
      </>
    );
  });
}

const typedCourse = (textAt: RefusedForm['textAt']): TypedCourse =>
  ({ title: inEachLanguage((lang) => textAt('title', lang)), slug: textAt('slug'), level: textAt('level'), spokenLanguage: textAt('spokenLanguage'), amount: textAt('amount') });
