import { getTranslations } from 'next-intl/server';
import { Button, ButtonLink } from '../../../_ui/button';
import { Card } from '../../../_ui/layout/card';
import { Section } from '../../../_ui/layout/section';
import { attemptCall } from './open-attempt';
import { QuizHead } from './quiz-overview';
import styles from './quiz.module.css';
import { attemptPath } from '@/lib/courses/catalogue/course';
import type { AttemptPage } from '@/lib/courses/quizzes/quiz-pages';
import type { Language } from '@/lib/language';

interface Props { attempt: Extract<AttemptPage, { state: 'open' }>; userId: string; lang: Language }

/** What the dialog asks with scripts: whether the attempt ends although questions are open. Its answers are stored. */
export async function OpenQuestions({ attempt: { page, attempt, questions }, userId, lang }: Props) {
  const t = await getTranslations({ locale: lang, namespace: 'quiz' });
  const count = questions.filter(({ answer }) => answer === null).length;
  return (
    <Section tight narrow>
      <div className={styles.column}>
        <QuizHead page={page} lang={lang} />
        <Card as="section" className={styles.asked} aria-labelledby="open-questions">
          <h2 id="open-questions">{t('finish_open')}</h2>
          <p>{t('unanswered', { count, total: questions.length })}</p>
          <form className={styles.actions} method="post" action={attemptCall(userId, attempt.id)}>
            <Button type="submit" name="finish" value="1">{t('finish_anyway')}</Button>
            <ButtonLink variant="secondary" href={attemptPath(lang, { courseSlug: page.course.slug, quizId: page.id, id: attempt.id })} prefetch={false}>{t('to_questions')}</ButtonLink>
          </form>
        </Card>
      </div>
    </Section>
  );
}
