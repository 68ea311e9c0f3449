import Link from 'next/link';
import {
  type AdminContext,
  createAdminMetadata,
  pathWithQuery,
  type Query,
  queryTexts,
  renderAdminPage,
} from '@/components/admin/page/admin-page';
import { PageHead } from '@/components/admin/page/page-head';
import { SearchForm } from '@/components/form/search-form';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { bdi } from '@/components/ui/text/bdi';
import { now } from '@/lib/clock';
import { type HitGroup, searchAdministration } from '@/lib/search/admin/search-administration';
import { maxQueryLength } from '@/lib/search/search-request';
import { cleanLine, truncate } from '@/lib/text';
import styles from './search.module.css';

interface Props {
  params: Promise<{ lang: string }>;
  searchParams: Promise<Query>;
}

export const generateMetadata = ({ params }: Props) => createAdminMetadata(params, 'search_title');

export default async function AdminSearchPage({ params, searchParams }: Props) {
  const queryValues = queryTexts(await searchParams);
  const q = truncate(cleanLine(queryValues.q ?? ''), maxQueryLength);
  return renderAdminPage(params, pathWithQuery('/search', queryValues), async (context) => {
    const { actor, lang, t } = context;
    const groups = await searchAdministration({ actor, q, lang, now: now() });
    const intro = t(actor.role === 'admin' ? 'search_intro' : 'search_intro_editor');
    return (
      <>
        <PageHead title={t('search_title')} intro={intro} />
        <SearchForm
          id="admin-search"
          action={`/${lang}/admin/search`}
          label={t('search_label')}
          submit={t('search_submit')}
          q={q}
          autoFocus={q === ''}
        />
        {q && groups.length === 0 && (
          <EmptyState icon="search" title={<h2>{t.rich('search_none', { q, bdi })}</h2>}>
            {t('search_none_text')}
          </EmptyState>
        )}
        {groups.map((group) => (
          <Group key={group.kind} {...context} group={group} />
        ))}
      </>
    );
  });
}

function Group({ lang, t, group: { kind, hits, hasMore, list } }: AdminContext & { group: HitGroup }) {
  return (
    <section aria-labelledby={`found-${kind}`}>
      <h2 id={`found-${kind}`}>{t(`section_${kind}`)}</h2>
      <ul className={styles.hits}>
        {hits.map(({ path, title, details }) => (
          <li key={path}>
            <Link href={`/${lang}/admin${path}`} prefetch={false}>
              <bdi className={styles.title}>{title}</bdi>
              {details.length > 0 && (
                <span className={styles.details}>
                  {details.map((detail, index) => (
                    <span key={detail}>
                      {index > 0 && ' · '}
                      <bdi>{detail}</bdi>
                    </span>
                  ))}
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
      {hasMore && (
        <p>
          <Link href={`/${lang}/admin${list}`} prefetch={false}>
            {t(`search_all_${kind}`)}
          </Link>
        </p>
      )}
    </section>
  );
}
