import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { dayText } from '@/components/admin/page/format';
import { Facts } from '@/components/admin/page/page-head';
import type { EnquiryRow } from '@/lib/contact/admin/enquiries';
import { findEnquirySubject } from '@/lib/contact/receive-message';
import { budgetAmounts } from '@/lib/contact/rules';
import type { Language } from '@/lib/language';

export async function EnquiryFacts({
  row: { about, projectKind, budget, wishedDate },
  lang,
}: {
  row: EnquiryRow;
  lang: Language;
}) {
  if (!about && !projectKind && !budget && !wishedDate) return null;
  const [t, subject] = await Promise.all([getTranslations('contact'), about ? findEnquirySubject(lang, about) : null]);
  return (
    <Facts
      facts={[
        [
          t('about'),
          subject ? (
            <Link key="about" href={`/${lang}${subject.path}`} prefetch={false}>
              {subject.title}
            </Link>
          ) : (
            about
          ),
        ],
        [t('project_kind'), projectKind && t(`kind_${projectKind}`)],
        [t('budget'), budget && t(`budget_${budget}`, budgetAmounts(lang))],
        [t('wished_date'), wishedDate && dayText(new Date(`${wishedDate}T12:00:00Z`), lang)],
      ]}
    />
  );
}
