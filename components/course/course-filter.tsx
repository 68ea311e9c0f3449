import { getTranslations } from 'next-intl/server';
import { z } from 'zod';
import { Select } from '@/components/form/field';
import { Button, ButtonLink } from '@/components/ui/button';
import { courseLevels } from '@/lib/content/schema';
import type { CourseCard } from '@/lib/courses/catalogue/course-offer';
import { type Language, languageName, languages } from '@/lib/language';
import type { Captioned } from '@/lib/lessons/captions/course-captions';
import styles from './courses.module.css';

interface Props {
  lang: Language;
  query: CourseQuery;
}

export async function CourseFilter({ lang, query }: Props) {
  const t = await getTranslations('catalogue');
  return (
    <form method="get" action={`/${lang}/courses`} className={styles.filter} role="search" aria-label={t('filter')}>
      <Select name="level" label={t('level')} defaultValue={query.level ?? ''}>
        <option value="">{t('any_level')}</option>
        {courseLevels.map((level) => (
          <option key={level} value={level}>
            {t(`level_${level}`)}
          </option>
        ))}
      </Select>
      <Select name="language" label={t('language')} defaultValue={query.language ?? ''}>
        <option value="">{t('any_language')}</option>
        {languages.map((each) => (
          <option key={each} value={each}>
            {languageName(each, lang)}
          </option>
        ))}
      </Select>
      <div className={styles.actions}>
        <Button type="submit" variant="secondary">
          {t('apply')}
        </Button>
        {(query.level ?? query.language) && (
          <ButtonLink variant="quiet" href={`/${lang}/courses`}>
            {t('clear')}
          </ButtonLink>
        )}
      </div>
    </form>
  );
}

export const courseQuery = z.object({
  level: z.enum(courseLevels).optional().catch(undefined),
  language: z.enum(languages).optional().catch(undefined),
});
type CourseQuery = z.infer<typeof courseQuery>;

/** A course matches a language if it is spoken in it or if every lesson has captions in it. */
export const matchesCourseQuery = (
  { level, spokenLanguage, captions }: Captioned<CourseCard>,
  query: CourseQuery,
): boolean =>
  (!query.level || level === query.level) &&
  (!query.language || spokenLanguage === query.language || captions.includes(query.language));
