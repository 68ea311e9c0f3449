import { getTranslations } from 'next-intl/server';
import type { CourseOffer } from '@/lib/courses/catalogue/course-offer';
import { FaqData } from '../../_seo/json-ld';
import { Accordion } from '../../_ui/layout/accordion';

/** Row N2; null for a course without questions. */
export async function CourseQuestions({ faq }: { faq: CourseOffer['courseInfo']['faq'] }) {
  const t = await getTranslations('catalogue');
  if (faq.length === 0) return null;
  return (
    <section>
      <FaqData faq={faq} />
      <h2>{t('questions')}</h2>
      <Accordion sections={faq.map(({ question, answer }, index) => ({ id: `question-${index + 1}`, title: question, children: <p>{answer}</p> }))} />
    </section>
  );
}
