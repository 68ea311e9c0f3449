import { getTranslations } from 'next-intl/server';
import { Heading } from '@/components/layout/section';
import { savedLabelKeys, type SavedLabels } from '@/components/offline/saved/saved-labels';
import { SavedLessons } from '@/components/offline/saved/saved-lessons';
import { playerLabels } from '@/components/player/player-lesson';
import { PageHead } from '@/components/seo/page-head';
import { readSizeUnits } from '@/lib/i18n/messages';
import { readLang } from '@/lib/language';

const inBrowser = { saved: '{saved}', total: '{total}', date: '{date}' };

/** Row N18: renders the same page for all visitors, because only the browser knows the stored lessons. */
export default async function OfflinePage({ params }: { params: Promise<{ lang: string }> }) {
  const lang = await readLang(params);
  const [t, player] = await Promise.all([
    getTranslations({ locale: lang, namespace: 'offline' }),
    getTranslations({ locale: lang, namespace: 'player' }),
  ]);
  const texts = Object.fromEntries(savedLabelKeys.map((key) => [key, t(key, inBrowser)])) as Record<
    (typeof savedLabelKeys)[number],
    string
  >;
  const labels: SavedLabels = { ...texts, units: await readSizeUnits(lang) };
  return (
    <>
      <PageHead lang={lang} path="/offline" meta={{ title: t('title') }} noindex />
      <Heading level={1} title={t('title')}>
        {t('intro')}
      </Heading>
      <SavedLessons lang={lang} labels={labels} playerLabels={{ ...playerLabels(player), keys: player('keys') }} />
      <noscript>{t('needs_scripts')}</noscript>
    </>
  );
}
