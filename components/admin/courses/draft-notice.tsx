import type { AdminContext } from '@/components/admin/page/admin-page';
import { PartLink } from '@/components/admin/page/page-parts';
import { Notice } from '@/components/ui/feedback/notice';
import type { AdminCourse } from '@/lib/courses/admin/courses';
import { type Language, languageList, languages } from '@/lib/language';

export function DraftNotice({ course, context: { lang, t } }: { course: AdminCourse; context: AdminContext }) {
  const listLanguages = (lacks: (each: Language) => boolean) => languageList(languages.filter(lacks), lang);
  const texts = listLanguages(
    (each) =>
      !course.texts[each].summary || !course.texts[each].htmlContent || !course.texts[each].courseInfo.createdBy,
  );
  const pictures = listLanguages((each) => !course.texts[each].imageUrl || !course.texts[each].imageAlt);
  const missing = [
    course.chapters.every(({ lessons }) => lessons.length === 0) && { part: 'lessons', text: t('missing_lesson') },
    texts !== '' && { part: 'texts', text: t('missing_texts', { languages: texts }) },
    pictures !== '' && { part: 'texts', text: t('missing_picture', { languages: pictures }) },
  ].filter((each) => each !== false);
  if (missing.length === 0)
    return (
      <Notice tone="info" actions={<PartLink name="texts">{t('course_words')}</PartLink>}>
        {t('draft_ready')}
      </Notice>
    );
  return (
    <Notice tone="notice">
      {t('draft_missing')}
      <ul>
        {missing.map(({ part, text }) => (
          <li key={text}>
            <PartLink name={part}>{text}</PartLink>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
