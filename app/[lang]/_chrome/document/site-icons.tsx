import { isOn } from '@/lib/content/capabilities';
import { readHeader, readStyle } from '@/lib/content/read';
import type { Language } from '@/lib/language';

/** The mark of the project as the tab's icon and on home screens, and its paper as the browser's own colour. */
export async function SiteIcons({ lang }: { lang: Language }) {
  const [header, style] = await Promise.all([readHeader(), readStyle()]);
  return (
    <>
      {header && <link rel="icon" type="image/svg+xml" href={header.logo} />}
      <link rel="apple-touch-icon" href="/assets/share/touch.png" />
      {(await isOn('offline')) && <link rel="manifest" href={`/${lang}/manifest.webmanifest`} />}
      <meta name="theme-color" media="(prefers-color-scheme: light)" content={style?.['--paper'] ?? '#ffffff'} />
      <meta name="theme-color" media="(prefers-color-scheme: dark)" content={style?.['--dark-paper'] ?? '#000000'} />
    </>
  );
}
