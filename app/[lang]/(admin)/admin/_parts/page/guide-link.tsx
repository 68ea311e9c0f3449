import { ButtonLink } from '../../../../_ui/button';
import type { Language } from '@/lib/language';
import type { AdminTexts } from './admin-page';

/** To the section of the guide that says how this page is used. */
export const GuideLink = ({ lang, t, section }: { lang: Language; t: AdminTexts; section: string }) => (
  <ButtonLink variant="quiet" icon="info" href={`/${lang}/admin/guide#${section}`} prefetch={false}>{t('guide_how')}</ButtonLink>
);
