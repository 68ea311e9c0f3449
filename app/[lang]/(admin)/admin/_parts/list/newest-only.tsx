import type { AdminContext } from '../page/admin-page';

/** Says below a list without pages that older rows are not shown. */
export const NewestOnly = ({ t, count, most }: Pick<AdminContext, 't'> & { count: number; most: number }) => (count < most ? null : <p>{t('newest_only', { count: most })}</p>);
