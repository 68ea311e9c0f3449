import type { AdminTexts } from '@/components/admin/page/admin-page';
import { Badge } from '@/components/ui/text/badge';
import { type Language, languageName } from '@/lib/language';
import type { NewsletterRow } from '@/lib/newsletter/admin/newsletters';

const tones = {
  draft: 'neutral',
  scheduled: 'accent',
  sending: 'notice',
  paused: 'danger',
  sent: 'success',
  stopped: 'danger',
} as const;

export const StatusBadge = ({ t, status }: { t: AdminTexts; status: NewsletterRow['status'] }) => (
  <Badge tone={tones[status]}>{t(`newsletter_${status}`)}</Badge>
);

export type CourseTitles = ReadonlyMap<string, string>;

export function segmentText(
  t: AdminTexts,
  lang: Language,
  { readerLang, courseSlug, courseOwners }: Pick<NewsletterRow, 'readerLang' | 'courseSlug' | 'courseOwners'>,
  courses: CourseTitles,
): string {
  const readers = readerLang === null ? t('newsletter_all_languages') : languageName(readerLang, lang);
  if (courseSlug === null) return readers;
  return `${readers} · ${t(courseOwners ? 'newsletter_owners_of' : 'newsletter_others_than', { course: courses.get(courseSlug) ?? courseSlug })}`;
}
