import type { ReactNode } from 'react';
import { ButtonLink } from '../../../../_ui/button';
import type { AdminTexts } from '../page/admin-page';

/** What a list without rows says: when there will be some and how to begin, or that a filter hides them. */
export function emptyList(t: AdminTexts, name: 'orders' | 'learners' | 'courses' | 'articles' | 'coupons', path: string, isFiltered: boolean, begin?: ReactNode) {
  if (!isFiltered) return { empty: t(`no_${name}`), emptyHint: t(`no_${name}_hint`), emptyAction: begin };
  return { empty: t(`no_${name}_found`), emptyHint: t('empty_filtered'), emptyAction: <ButtonLink variant="secondary" href={path} prefetch={false}>{t('show_all')}</ButtonLink> };
}
