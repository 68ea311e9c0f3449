import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { CourseCard, salesPageUrl } from '@/components/blocks/courses/course-card';
import { PageHeading } from '@/components/blocks/page/page-heading';
import { Bundles } from '@/components/course/bundles';
import { CourseFilter, courseQuery, matchesCourseQuery } from '@/components/course/course-filter';
import { PictureCards } from '@/components/layout/picture-card';
import { Section } from '@/components/layout/section';
import { ListData } from '@/components/seo/json-ld';
import { PageHead } from '@/components/seo/page-head';
import { ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { markPageDegraded, tagPage } from '@/lib/cache/page-context';
import { readMetaData } from '@/lib/content/read';
import { type CourseCard as Course, listCourseCards } from '@/lib/courses/catalogue/course-offer';
import { type Language, readLang } from '@/lib/language';
import { addCaptions, type Captioned } from '@/lib/lessons/captions/course-captions';
import { log } from '@/lib/log';
import { listLevelTests } from '@/lib/quizzes/level-test';
import styles from '@/components/course/courses.module.css';

interface Props {
  params: Promise<{ lang: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function CoursesPage({ params, searchParams }: Props) {
  const lang = await readLang(params);
  const query = courseQuery.parse(await searchParams);
  tagPage('courses', 'products', 'quizzes');
  const [metadata, translate, hasLevelTest, all] = await Promise.all([
    readMetaData(lang, 'course-page'),
    getTranslations(),
    findLevelTest(lang),
    listCourseCards(lang).then(addCaptions),
  ]);
  const isFiltered = query.level !== undefined || query.language !== undefined;
  return (
    <>
      <PageHead
        lang={lang}
        path="/courses"
        meta={metadata?.meta ?? { title: translate('tab_courses') }}
        noindex={isFiltered}
      />
      <PageHeading
        heading={metadata?.heading}
        fallback={metadata?.meta.title ?? translate('tab_courses')}
        intro={metadata?.intro}
      />
      <Section tight>
        {all.length > 0 && <CourseFilter lang={lang} query={query} />}
        <CourseList
          courses={all.filter((course) => matchesCourseQuery(course, query))}
          lang={lang}
          isFiltered={isFiltered}
          hasLevelTest={hasLevelTest}
        />
      </Section>
      {!isFiltered && <Bundles lang={lang} />}
    </>
  );
}

async function findLevelTest(lang: Language): Promise<boolean> {
  try {
    return (await listLevelTests(lang)).length > 0;
  } catch (error) {
    log.error({ err: error }, 'Placement tests could not be read');
    markPageDegraded();
    return false;
  }
}

interface ListProps {
  courses: ReadonlyArray<Captioned<Course>>;
  lang: Language;
  isFiltered: boolean;
  hasLevelTest: boolean;
}

async function CourseList({ courses, lang, isFiltered, hasLevelTest }: ListProps) {
  const [t, levelTest] = await Promise.all([getTranslations('catalogue'), getTranslations('level_test')]);
  if (courses.length === 0) {
    const action = isFiltered ? (
      <ButtonLink href={`/${lang}/courses`}>{t('show_all')}</ButtonLink>
    ) : (
      <ButtonLink href={`/${lang}/contact`}>{t('write_us')}</ButtonLink>
    );
    return (
      <EmptyState icon="search" title={<h2>{t(isFiltered ? 'empty_title' : 'none_title')}</h2>} action={action}>
        {t(isFiltered ? 'empty_text' : 'none_text')}
      </EmptyState>
    );
  }
  return (
    <>
      <ListData items={courses.map((course) => ({ name: course.title, href: salesPageUrl(course, lang) }))} />
      <div className={styles.above}>
        <p className={styles.found}>{t('found', { count: courses.length })}</p>
        {hasLevelTest && (
          <p>
            {levelTest('catalogue')} <Link href={`/${lang}/level-test`}>{levelTest('catalogue_link')}</Link>
          </p>
        )}
      </div>
      <PictureCards>
        {courses.map((course, index) => (
          <CourseCard key={course.slug} course={course} lang={lang} level={2} first={index === 0} />
        ))}
      </PictureCards>
    </>
  );
}
