import { getTranslations } from 'next-intl/server';
import { courseLevels } from '@/lib/content/schema';
import { languageName, languages, type Language } from '@/lib/language';
import { Button, ButtonLink } from '../../_ui/button';
import { Select } from '../../_ui/form/select';
import styles from './courses.module.css';
import type { CourseQuery } from './course-query';

interface Props { lang: Language; asked: CourseQuery }

/** A plain form: it works without JavaScript, and its answer has an address of its own. */
export async function CourseFilter({ lang, asked }: Props) {
  const t = await getTranslations('catalogue');
  return (
    <form method="get" action={`/${lang}/courses`} className={styles.filter} role="search" aria-label={t('filter')}>
      <Select name="level" label={t('level')} defaultValue={asked.level ?? ''}>
        <option value="">{t('any_level')}</option>
        {courseLevels.map((level) => <option key={level} value={level}>{t(`level_${level}`)}</option>)}
      </Select>
      <Select name="language" label={t('language')} defaultValue={asked.language ?? ''}>
        <option value="">{t('any_language')}</option>
        {languages.map((each) => <option key={each} value={each}>{languageName(each, lang)}</option>)}
      </Select>
      <div className={styles.actions}>
        <Button type="submit" variant="secondary">{t('apply')}</Button>
        {(asked.level ?? asked.language) && <ButtonLink variant="quiet" href={`/${lang}/courses`}>{t('clear')}</ButtonLink>}
      </div>
    </form>
  );
}
