import { DataTable } from '@/components/admin/list/data-table';
import type { AdminTexts } from '@/components/admin/page/admin-page';
import { correlationText, countText, percentText } from '@/components/admin/page/format';
import { CodeText } from '@/components/ui/text/code-text';
import type { Question } from '@/lib/content/quiz-schema';
import { textIn } from '@/lib/courses/catalogue/course';
import type { Language } from '@/lib/language';
import type { ItemStatistics } from '@/lib/quizzes/admin/quizzes';
import styles from './quizzes.module.css';

/** With 30 learners, the standard error 1/√(n−1) of a correlation is below 0.2, the correlation of a good question. */
const enough = 30;

interface Props {
  questions: Question[];
  items: ItemStatistics[];
  lang: Language;
  t: AdminTexts;
}

export function ItemTable({ questions, items, lang, t }: Props) {
  const rows = questions.flatMap((question) => {
    const item = items.find(({ questionId }) => questionId === question.id);
    return item ? [{ question, item }] : [];
  });
  return (
    <section className={styles.items}>
      <h2>{t('items')}</h2>
      <p>{rows.length === 0 ? t('items_none') : t('items_intro')}</p>
      {rows.length > 0 && (
        <>
          <DataTable
            caption={t('items')}
            empty={t('items_none')}
            columns={[
              { label: t('items_question') },
              { label: t('items_asked'), end: true },
              { label: t('items_answered'), end: true },
              { label: t('items_right'), end: true },
              { label: t('items_discrimination'), end: true },
            ]}
            rows={rows.map(({ question, item }) => ({
              key: question.id,
              cells: [
                <bdi key="text">
                  <CodeText>{textIn(question.text, lang)}</CodeText>
                </bdi>,
                countText(item.asked, lang),
                countText(item.answered, lang),
                percentText(item.shareRight, lang),
                discriminationText(item, lang, t),
              ],
            }))}
          />
          <ul className={styles.explained}>
            <li>{t('items_explain_answered')}</li>
            <li>{t('items_explain_right')}</li>
            <li>{t('items_explain_discrimination')}</li>
          </ul>
        </>
      )}
    </section>
  );
}

function discriminationText({ asked, discrimination }: ItemStatistics, lang: Language, t: AdminTexts): string {
  if (asked < enough) return t('items_few', { count: countText(enough, lang) });
  return discrimination === null ? '–' : correlationText(discrimination, lang);
}
