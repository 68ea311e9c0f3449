import { getTranslations } from 'next-intl/server';
import { PersonCard } from '@/components/blocks/page/person-card';
import { FreeLessonLink, PreviewLesson } from '@/components/course/preview-lesson';
import { PurchaseAction } from '@/components/course/purchase-action';
import { readPurchaseLabels } from '@/components/course/purchase-labels';
import { Stars } from '@/components/form/stars';
import { Accordion } from '@/components/layout/accordion';
import { Card } from '@/components/layout/card';
import { PictureCards } from '@/components/layout/picture-card';
import { Heading, Section } from '@/components/layout/section';
import { BreadcrumbData, CourseData, FaqData } from '@/components/seo/json-ld';
import { PageHead } from '@/components/seo/page-head';
import { Icon } from '@/components/ui/icon';
import { Breadcrumbs } from '@/components/ui/navigation/breadcrumbs';
import { Badge } from '@/components/ui/text/badge';
import { bdi } from '@/components/ui/text/bdi';
import { Prose } from '@/components/ui/text/prose';
import { tagPage } from '@/lib/cache/page-context';
import { cairoDayOf } from '@/lib/clock';
import { readCoursesUrl } from '@/lib/content/enabled-features';
import type { Meta } from '@/lib/content/schema';
import { findFreeLesson, lessonsOf } from '@/lib/courses/catalogue/course';
import { type CourseOffer, listSimilarCourses, type OfferedLesson } from '@/lib/courses/catalogue/course-offer';
import { listPublishedRatings, type RatingSummary, readRatingSummaries } from '@/lib/courses/ratings';
import { formatDay, meanText, positionText } from '@/lib/i18n/formats';
import type { Language } from '@/lib/language';
import { addCaptions, readCourseCaptions } from '@/lib/lessons/captions/course-captions';
import { priceProduct } from '@/lib/orders/pricing';
import { renderPageHtml } from '@/lib/pictures/pictures';
import { CourseCard, Price } from './course-card';
import { CourseFacts } from './course-facts';
import { AfterPayment, PriceCard } from './price-card';
import buyBarStyles from './buy-bar.module.css';
import styles from './course-details.module.css';
import courseRatingsStyles from './course-ratings.module.css';

interface Props {
  lang: Language;
  path: string;
  course: CourseOffer;
  meta: Meta;
  lesson: string | undefined;
}

/** Row C6: renders the same page for everyone, except for the price card's action. */
export async function CourseDetails({ lang, path, course, meta, lesson }: Props) {
  const t = await getTranslations();
  tagPage('products', 'learners', 'ratings', `course:${course.slug}`);
  const captioned = {
    ...course,
    captions: await readCourseCaptions({ slug: course.slug, lessons: lessonsOf(course) }),
  };
  const price = course.product && priceProduct(course.product);
  const rating = (await readRatingSummaries()).get(course.slug);
  const { createdBy, prerequisites, whatYouWillLearn, faq } = course.courseInfo;
  const crumbs = [{ label: t('tab_courses'), href: await readCoursesUrl(lang) }, { label: course.title }];
  return (
    <article>
      <PageHead lang={lang} path={path} meta={meta} />
      <BreadcrumbData crumbs={crumbs} path={`/${lang}${path}`} />
      <CourseData course={course} rating={rating} lang={lang} path={path} />
      <div className={styles.page}>
        <header className={styles.head}>
          <Breadcrumbs label={t('chrome.breadcrumbs')} crumbs={crumbs} />
          <h1>{course.title}</h1>
          <p className={styles.summary}>{course.summary}</p>
          <p className={styles.fact}>
            <Icon name="user" size={18} />
            <span>{t.rich('site.created_by', { name: createdBy, bdi })}</span>
          </p>
          <CourseFacts course={captioned} rating={rating} lang={lang} />
        </header>
        <PriceCard course={captioned} lang={lang} />
        <div className={styles.body}>
          <PreviewLesson courseSlug={course.slug} lang={lang} page={`/${lang}${path}`} file={lesson} />
          {whatYouWillLearn.length > 0 && (
            <section>
              <h2>{t('site.what_you_will_learn')}</h2>
              <ul className={styles.outcomes}>
                {whatYouWillLearn.map(({ content }) => (
                  <li key={content}>
                    <Icon name="check" size={18} />
                    {content}
                  </li>
                ))}
              </ul>
            </section>
          )}
          {prerequisites.length > 0 && (
            <section>
              <h2>{t('catalogue.prerequisites')}</h2>
              <ul className={styles.needs}>
                {prerequisites.map(({ content }) => (
                  <li key={content}>{content}</li>
                ))}
              </ul>
            </section>
          )}
          <CourseContent
            course={course}
            title={t('site.course_content')}
            page={`/${lang}${path}`}
            shown={findFreeLesson(course, lesson)?.file}
          />
          <section>
            <h2>{t('site.about_course')}</h2>
            <Prose html={await renderPageHtml(course.htmlContent, lang)} />
          </section>
          <PersonCard name={createdBy} lang={lang} heading={t('site.teacher')} />
          <AfterPayment product={course.product} lang={lang} />
          <CourseQuestions faq={faq} />
          <CourseRatings courseSlug={course.slug} teacher={createdBy} summary={rating} lang={lang} />
        </div>
      </div>
      <SimilarCourses course={course} lang={lang} />
      <aside
        className={buyBarStyles.bar}
        aria-label={t('catalogue.buy_bar')}
        data-away-while="price-card"
        suppressHydrationWarning
      >
        {price && (
          <p>
            <Price price={price} lang={lang} />
          </p>
        )}
        <PurchaseAction slug={course.slug} labels={await readPurchaseLabels(price)} size="medium" />
      </aside>
    </article>
  );
}

interface CourseContentProps {
  course: CourseOffer;
  title: string;
  page: string;
  shown: string | undefined;
}

export async function CourseContent({ course, title, page, shown }: CourseContentProps) {
  const t = await getTranslations('site');
  const lessonByName = new Map(
    course.chapters.flatMap(({ lessons }) => lessons).map((lesson) => [lesson.name, lesson]),
  );
  const { courseInclude } = course.courseInfo;
  const contentSections =
    courseInclude.length > 0
      ? courseInclude
      : course.chapters.map((chapter) => ({
          title: chapter.title,
          details: chapter.lessons.map(({ name }) => ({ content: name })),
        }));
  const sections = contentSections.map((section, index) => ({
    id: `content-${index + 1}`,
    title: section.title,
    note: t('lessons_count', { count: section.details.length }),
    open: index === 0,
    children: (
      <ul className={styles.lessons}>
        {section.details.map(({ content }) => (
          <LessonLine
            key={content}
            content={content}
            lesson={lessonByName.get(content)}
            free={t('free_preview')}
            page={page}
            shown={shown}
          />
        ))}
      </ul>
    ),
  }));
  return (
    <section>
      <h2>{title}</h2>
      <Accordion sections={sections} />
    </section>
  );
}

interface LessonLineProps extends Pick<CourseContentProps, 'page' | 'shown'> {
  content: string;
  lesson: OfferedLesson | undefined;
  free: string;
}

function LessonLine({ content, lesson, free, page, shown }: LessonLineProps) {
  return (
    <li>
      <Icon name="play" size={18} />
      {lesson?.freePreview ? (
        <FreeLessonLink page={page} file={lesson.file} shown={shown}>
          {content}
        </FreeLessonLink>
      ) : (
        <span>{content}</span>
      )}
      {lesson?.freePreview && <Badge tone="success">{free}</Badge>}
      {lesson && (
        <span className={styles.length}>
          <bdi>{positionText(lesson.durationSeconds)}</bdi>
        </span>
      )}
    </li>
  );
}

async function CourseQuestions({ faq }: { faq: CourseOffer['courseInfo']['faq'] }) {
  const t = await getTranslations('catalogue');
  if (faq.length === 0) return null;
  return (
    <section>
      <FaqData faq={faq} />
      <h2>{t('questions')}</h2>
      <Accordion
        sections={faq.map(({ question, answer }, index) => ({
          id: `question-${index + 1}`,
          title: question,
          children: <p>{answer}</p>,
        }))}
      />
    </section>
  );
}

const maxRatings = 12;

interface CourseRatingsProps {
  courseSlug: string;
  teacher: string;
  summary: RatingSummary | undefined;
  lang: Language;
}

async function CourseRatings({ courseSlug, teacher, summary, lang }: CourseRatingsProps) {
  if (!summary) return null;
  const [t, widget, ratings] = await Promise.all([
    getTranslations('ratings'),
    getTranslations('feedback'),
    listPublishedRatings(courseSlug, maxRatings),
  ]);
  return (
    <section id="ratings">
      <h2>{t('heading')}</h2>
      <p>{t('summary', { mean: meanText(summary.mean, lang), count: summary.count })}</p>
      <ul className={courseRatingsStyles.ratings}>
        {ratings.map(({ id, stars, text, answer, changedAt, learner }) => (
          <Card as="li" key={id} className={courseRatingsStyles.rating}>
            <p className={courseRatingsStyles.head}>
              <Stars label={widget('rating_stars', { count: stars })} value={stars} />
              <span>
                <bdi>{learner}</bdi> ·{' '}
                <time dateTime={cairoDayOf(changedAt)}>
                  <bdi>{formatDay(changedAt, lang)}</bdi>
                </time>
              </span>
            </p>
            <p className={courseRatingsStyles.text} dir="auto">
              {text}
            </p>
            {answer && (
              <blockquote className={courseRatingsStyles.answer}>
                <p className={courseRatingsStyles.by}>{t.rich('answered_by', { name: teacher, bdi })}</p>
                <p className={courseRatingsStyles.text} dir="auto">
                  {answer}
                </p>
              </blockquote>
            )}
          </Card>
        ))}
      </ul>
    </section>
  );
}

async function SimilarCourses({ course, lang }: { course: CourseOffer; lang: Language }) {
  const [courses, t] = await Promise.all([
    listSimilarCourses(course, lang).then(addCaptions),
    getTranslations('catalogue'),
  ]);
  if (courses.length === 0) return null;
  return (
    <Section tone="sand">
      <Heading title={t('similar')} />
      <PictureCards>
        {courses.map((each) => (
          <CourseCard key={each.slug} course={each} lang={lang} />
        ))}
      </PictureCards>
    </Section>
  );
}
