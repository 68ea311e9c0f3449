import 'server-only';
import type { getTranslations } from 'next-intl/server';
import { config } from '@/lib/config/config';

type Translator = Awaited<ReturnType<typeof getTranslations>>;

/** What a form's button says and what it says when nothing answers. */
export const formLabels = (t: Translator, form: 'login' | 'signup' | 'forgot' | 'reset' | 'name' | 'phone' | 'new_email') => ({
  submit: t(`${form}_submit`), busy: t(`${form}_busy`), unreachable: t('unreachable'), show: t('show_password'), hide: t('hide_password'),
});

export const wayLabels = (t: Translator) => ({ or: t('or'), google: t('with_google'), linkedin: t('with_linkedin'), guest: t('as_guest'), popupBlocked: t('popup_blocked') });

/** A provider that is not configured has no button. */
export function waysOf(): Array<'google' | 'linkedin' | 'guest'> {
  return [...(config().google ? ['google' as const] : []), ...(config().linkedin ? ['linkedin' as const] : []), 'guest'];
}
