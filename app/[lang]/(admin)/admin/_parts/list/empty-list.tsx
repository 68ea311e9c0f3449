import type { ReactNode } from 'react';
import { ButtonLink } from '../../../../_ui/button';
import type { AdminTexts } from '../page/admin-page';

type Searched = 'orders' | 'learners' | 'courses' | 'articles' | 'coupons';

/** What a list that has no rows yet says: when there will be some, and how to begin. */
export function nothingYet(t: AdminTexts, name: Searched | 'bundles' | 'newsletters' | 'quizzes', begin?: ReactNode) {
  return { empty: t(`no_${name}`), emptyHint: t(`no_${name}_hint`), emptyAction: begin };
}

/** What a list without rows says that a filter may have emptied. */
export function emptyList(t: AdminTexts, name: Searched, path: string, isFiltered: boolean, begin?: ReactNode) {
  if (!isFiltered) return nothingYet(t, name, begin);
  return { empty: t(`no_${name}_found`), emptyHint: t('empty_filtered'), emptyAction: <ButtonLink variant="secondary" href={path} prefetch={false}>{t('show_all')}</ButtonLink> };
}
