import { createAdminMetadata, renderAdminPage } from '@/components/admin/page/admin-page';
import { PageHead } from '@/components/admin/page/page-head';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { Prose } from '@/components/ui/text/prose';
import { readGuide } from '@/lib/content/read';
import { safeHtml } from '@/lib/content/safe-html';
import styles from './guide.module.css';

interface Props {
  params: Promise<{ lang: string }>;
}

export const generateMetadata = ({ params }: Props) => createAdminMetadata(params, 'section_guide');

export default async function GuidePage({ params }: Props) {
  return renderAdminPage(params, '/guide', async ({ lang, t }) => {
    const guide = await readGuide(lang);
    if (!guide) return <EmptyState icon="book" title={<h1>{t('guide_missing')}</h1>} />;
    return (
      <>
        <PageHead title={guide.title} intro={guide.intro} />
        <div className={styles.guide}>
          <nav aria-label={t('guide_contents')} className={styles.contents}>
            <ol>
              {guide.sections.map(({ id, title }) => (
                <li key={id}>
                  <a href={`#${id}`}>{title}</a>
                </li>
              ))}
            </ol>
          </nav>
          <div className={styles.sections}>
            {guide.sections.map(({ id, title, html }) => (
              <section key={id} id={id}>
                <h2>{title}</h2>
                <Prose html={safeHtml(html)} />
              </section>
            ))}
          </div>
        </div>
      </>
    );
  });
}
