import { getTranslations } from 'next-intl/server';
import { z } from 'zod';
import { Unavailable } from '@/components/account/unavailable';
import { PageHeading } from '@/components/blocks/page/page-heading';
import { SearchForm } from '@/components/form/search-form';
import { Section } from '@/components/layout/section';
import { ResultGroup } from '@/components/search/result-group';
import { PageHead } from '@/components/seo/page-head';
import { ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { bdi } from '@/components/ui/text/bdi';
import { readCurrentActor } from '@/lib/accounts/sessions/current-actor';
import { setPageStatus } from '@/lib/cache/page-context';
import { now } from '@/lib/clock';
import { readCoursesUrl } from '@/lib/content/enabled-features';
import { nullIfUnreachable } from '@/lib/guards/page-guard';
import { type Language, readLang } from '@/lib/language';
import { search } from '@/lib/search/search';
import { maxQueryLength, searchQuerySchema } from '@/lib/search/search-request';
import { cleanLine, truncate } from '@/lib/text';
import styles from '@/components/search/search.module.css';

const query = z.object({
  kind: searchQuerySchema.shape.kind.catch(undefined),
  page: searchQuerySchema.shape.page.catch(1),
});
interface Props {
  params: Promise<{ lang: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** Row N19: not cached, because results depend on the user's access to lessons. */
export default async function SearchPage({ params, searchParams }: Props) {
  const lang = await readLang(params);
  const queryValues = await searchParams;
  const q = truncate(cleanLine([queryValues.q ?? ''].flat()[0]!), maxQueryLength);
  const { kind, page } = query.parse(queryValues);
  const t = await getTranslations('search');
  const groups = await nullIfUnreachable(async () =>
    search({ actor: await readCurrentActor(), lang, q, kind, page, now: now() }),
  );
  if (!groups) return <Unavailable lang={lang} />;
  if (page > 1 && groups.length === 0) setPageStatus(404);
  return (
    <>
      <PageHead
        lang={lang}
        path="/search"
        meta={{ title: q ? `${q} · ${t('title')}` : t('title'), description: t('meta_description') }}
        noindex
      />
      <PageHeading heading={{ first: t('title') }} fallback={t('title')} intro={t('intro')} />
      <Section tight>
        <div className={styles.field}>
          <SearchForm
            id="site-search"
            action={`/${lang}/search`}
            label={t('label')}
            submit={t('submit')}
            q={q}
            autoFocus={q === ''}
          />
        </div>
        {groups.length === 0 ? (
          <NothingFound lang={lang} q={q} />
        ) : (
          <>
            <p className={styles.found}>
              {t.rich('found', { q, bdi })}
              {kind && (
                <>
                  {' '}
                  ·{' '}
                  <ButtonLink
                    variant="quiet"
                    size="small"
                    prefetch={false}
                    href={`/${lang}/search?${new URLSearchParams({ q })}`}
                  >
                    {t('all_kinds')}
                  </ButtonLink>
                </>
              )}
            </p>
            {groups.map((group) => (
              <ResultGroup key={group.kind} group={group} lang={lang} q={q} isAlone={kind !== undefined} />
            ))}
          </>
        )}
      </Section>
    </>
  );
}

async function NothingFound({ lang, q }: { lang: Language; q: string }) {
  const t = await getTranslations('search');
  const action = (
    <div className={styles.ways}>
      <ButtonLink variant="secondary" href={await readCoursesUrl(lang)}>
        {t('to_courses')}
      </ButtonLink>
      <ButtonLink variant="secondary" href={`/${lang}/articles`}>
        {t('to_articles')}
      </ButtonLink>
      {q && (
        <ButtonLink variant="secondary" href={`/${lang}/contact`}>
          {t('to_contact')}
        </ButtonLink>
      )}
    </div>
  );
  return (
    <EmptyState
      icon="search"
      title={<h2>{q ? t.rich('none_title', { q, bdi }) : t('empty_title')}</h2>}
      action={action}
    >
      {t(q ? 'none_text' : 'empty_text')}
    </EmptyState>
  );
}
