import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { Icon } from '@/components/ui/icon';
import { Badge } from '@/components/ui/text/badge';
import { bdi } from '@/components/ui/text/bdi';
import { quizPath } from '@/lib/courses/catalogue/course';
import type { Language } from '@/lib/language';
import type { CourseQuiz, QuizState } from '@/lib/quizzes/course-quizzes';
import styles from './lesson-list.module.css';

const tones = {
  new: 'neutral',
  open: 'notice',
  passed: 'success',
  failed: 'notice',
  used_up: 'danger',
} as const satisfies Record<QuizState, string>;

export async function QuizLink({ courseSlug, quiz, lang }: { courseSlug: string; quiz: CourseQuiz; lang: Language }) {
  const t = await getTranslations({ locale: lang, namespace: 'quiz' });
  return (
    <Link className={styles.lesson} href={quizPath(lang, courseSlug, quiz.id)} prefetch={false}>
      <Icon name="pencil" size={20} />
      <span className={styles.name}>
        {t.rich('after_lesson', { title: quiz.title, bdi })}
        {quiz.neededForCertificate && <span className={styles.closed}>{t('needed')}</span>}{' '}
        <Badge tone={tones[quiz.state]}>{t(`state_${quiz.state}`)}</Badge>
      </span>
    </Link>
  );
}
