import { getTranslations } from 'next-intl/server';
import { MissingContent } from '@/components/blocks/page/missing-content';
import { PageHeading } from '@/components/blocks/page/page-heading';
import { Card } from '@/components/layout/card';
import { Section } from '@/components/layout/section';
import { PageHead } from '@/components/seo/page-head';
import { ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { tagPage } from '@/lib/cache/page-context';
import { readCoursesUrl } from '@/lib/content/enabled-features';
import { nullIfUnreachable } from '@/lib/guards/page-guard';
import { readLang } from '@/lib/language';
import { listLevelTests } from '@/lib/quizzes/level-test';
import styles from './level-test.module.css';

export default async function LevelTestsPage({ params }: { params: Promise<{ lang: string }> }) {
  const lang = await readLang(params);
  tagPage('courses', 'quizzes');
  const [t, quiz, tests] = await Promise.all([
    getTranslations('level_test'),
    getTranslations('quiz'),
    nullIfUnreachable(() => listLevelTests(lang)),
  ]);
  if (!tests) return <MissingContent lang={lang} path="/level-test" status={503} />;
  return (
    <>
      <PageHead
        lang={lang}
        path="/level-test"
        meta={{ title: t('title'), description: t('meta_description') }}
        noindex={tests.length === 0}
      />
      <PageHeading heading={{ first: t('title') }} fallback={t('title')} intro={t('intro')} />
      <Section tight>
        {tests.length === 0 && (
          <EmptyState
            title={<h2>{t('none')}</h2>}
            action={<ButtonLink href={await readCoursesUrl(lang)}>{t('see_courses')}</ButtonLink>}
          />
        )}
        {tests.length > 0 && <h2 className={styles.choose}>{t('choose')}</h2>}
        <div className={styles.tests}>
          {tests.map(({ id, title, questionCount }) => (
            <Card key={id} as="article" className={styles.test} aria-labelledby={`test-${id}`}>
              <h3 id={`test-${id}`}>{title}</h3>
              <p>{quiz('question_count', { count: questionCount })}</p>
              <ButtonLink
                href={`/${lang}/level-test/${id}`}
                prefetch={false}
                iconEnd="arrow"
                aria-describedby={`test-${id}`}
              >
                {t('start')}
              </ButtonLink>
            </Card>
          ))}
        </div>
      </Section>
    </>
  );
}
