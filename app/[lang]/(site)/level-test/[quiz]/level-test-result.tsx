import type { ReactNode } from 'react';
import { getTranslations } from 'next-intl/server';
import { coursesAddress } from '@/lib/content/capabilities';
import type { LevelResult } from '@/lib/courses/quizzes/level-test';
import type { Language } from '@/lib/language';
import { ButtonLink } from '../../../_ui/button';
import { Card } from '../../../_ui/layout/card';
import { Badge } from '../../../_ui/text/badge';
import { CodeText } from '../../../_ui/text/code-text';
import styles from '../level-test.module.css';

interface Props { id: string; result: LevelResult; lang: Language }

const bdi = (text: ReactNode) => <bdi>{text}</bdi>;
const code = (text: ReactNode) => <CodeText>{[text].flat().join('')}</CodeText>;

/** Where to begin and why, then how each lesson's questions were answered. */
export async function LevelTestResult({ id, result: { begin, missed, steps }, lang }: Props) {
  const t = await getTranslations('level_test');
  const why = begin && begin !== steps[0] ? 'why_missed' : 'why_first';
  return (
    <div className={styles.column}>
      <Card as="section" className={styles.begin} aria-labelledby="begin">
        <h2 id="begin">{begin ? t.rich('begin', { lesson: begin.lesson.name, bdi }) : t('all_known')}</h2>
        <p>{begin ? t.rich('in_course', { course: begin.course.title, bdi }) : t('all_known_text')}</p>
        {begin && missed && <p>{t.rich(why, { question: missed, code })}</p>}
        {begin
          ? <ButtonLink href={`/${lang}/details/course-page/courses-data/${encodeURIComponent(begin.course.slug)}`} prefetch={false}>{t('to_course')}</ButtonLink>
          : <ButtonLink href={await coursesAddress(lang)}>{t('see_courses')}</ButtonLink>}
      </Card>
      <section aria-labelledby="steps">
        <h2 id="steps">{t('steps')}</h2>
        <ol className={styles.steps}>
          {steps.map((step) => (
            <li key={`${step.course.slug}/${step.lesson.file}`}>
              <span className={styles.stepName}>{step.lesson.name}<small>{step.course.title}</small></span>
              <span>{t('step', { right: step.right, asked: step.asked })}</span>
              <Badge tone={step.isKnown ? 'success' : 'neutral'}>{t(step.isKnown ? 'known' : 'not_known')}</Badge>
            </li>
          ))}
        </ol>
      </section>
      <div className={styles.ways}>
        <ButtonLink variant="secondary" href={`/${lang}/level-test/${id}`} prefetch={false}>{t('again')}</ButtonLink>
        <ButtonLink variant="quiet" href={`/${lang}/level-test`} prefetch={false}>{t('other')}</ButtonLink>
      </div>
    </div>
  );
}
