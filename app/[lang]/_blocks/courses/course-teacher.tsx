import { getTranslations } from 'next-intl/server';
import { readAboutPage } from '@/lib/content/pages';
import type { Language } from '@/lib/language';
import { pageHtml } from '@/lib/media/picture-html';
import { Picture } from '../../_ui/layout/picture';
import { Prose } from '../../_ui/text/prose';
import styles from './course-details.module.css';

/** Who teaches, as the team's page introduces them. Null for somebody who is not on it: their name stands above already. */
export async function CourseTeacher({ name, lang }: { name: string; lang: Language }) {
  const person = (await readAboutPage(lang))?.blocks.find((block) => block.name === name);
  if (!person) return null;
  const t = await getTranslations({ locale: lang, namespace: 'site' });
  return (
    <section>
      <h2>{t('teacher')}</h2>
      <div className={styles.teacher}>
        <Picture src={person.imgsrc} alt={person.imageAlt} width={600} height={600} loading="lazy" decoding="async" />
        <div>
          <h3>{person.name}</h3>
          <p className={styles.role}>{person.role}</p>
        </div>
        <Prose html={await pageHtml(person.content, lang)} />
      </div>
    </section>
  );
}
