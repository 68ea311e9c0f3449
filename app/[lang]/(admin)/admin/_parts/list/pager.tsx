import { Pagination } from '../../../../_ui/navigation/pagination';
import type { AdminTexts } from '../page/admin-page';

interface PagerProps { t: AdminTexts; path: string; query: Record<string, string>; page: number; hasNext: boolean }

export function Pager({ t, path, query, page, hasNext }: PagerProps) {
  const at = (number: number, label: string) => ({ href: `${path}?${new URLSearchParams({ ...query, page: String(number) })}`, label });
  return (
    <Pagination
      label={t('pages')}
      position={t('page', { page })}
      previous={page > 1 ? at(page - 1, t('page_previous')) : undefined}
      next={hasNext ? at(page + 1, t('page_next')) : undefined}
    />
  );
}
