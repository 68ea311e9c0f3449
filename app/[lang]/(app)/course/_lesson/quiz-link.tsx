import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { Icon } from '../../../_ui/icon';
import { Badge } from '../../../_ui/text/badge';
import styles from './lesson-list.module.css';
import type { CourseQuiz, QuizState } from '@/lib/courses/quizzes/course-quizzes';
import { quizPath } from '@/lib/courses/catalogue/course';
import type { Language } from '@/lib/language';

const tones = { new: 'neutral', open: 'notice', passed: 'success', failed: 'notice', used_up: 'danger' } as const satisfies Record<QuizState, string>;

/** Row N16: a quiz, and how far one is with it. */
export async function QuizLink({ courseSlug, quiz, lang }: { courseSlug: string; quiz: CourseQuiz; lang: Language }) {
  const t = await getTranslations({ locale: lang, namespace: 'quiz' });
  return (
    <Link className={styles.lesson} href={quizPath(lang, courseSlug, quiz.id)} prefetch={false}>
      <Icon name="pencil" size={20} />
      <span className={styles.name}>
        {t.rich('after_lesson', { title: quiz.title, bdi: (text) => <bdi>{text}</bdi> })}
        {quiz.neededForCertificate && <span className={styles.closed}>{t('needed')}</span>}
      </span>
      <Badge tone={tones[quiz.state]}>{t(`state_${quiz.state}`)}</Badge>
    </Link>
  );
}
