import { getTranslations } from 'next-intl/server';
import { Icon, Star } from '../../_ui/icon';
import { loadingOf } from '../../_ui/layout/picture';
import { SharedPicture } from '../../_ui/layout/shared-picture';
import styles from './articles.module.css';

interface Props { src: string | null; /** Names the picture for the transition between list and article. */ id: string; /** In sight when the page opens. */ first?: boolean }

/** The article's picture, or the texts of `no_image` in its place. */
export async function ArticlePicture({ src, id, first }: Props) {
  if (src) return <SharedPicture name={`article-${id}`} className={styles.picture} src={src} alt="" width={800} height={450} {...loadingOf(first)} />;
  const t = await getTranslations();
  return (
    <div className={styles.placeholder}>
      <Star className={styles.star} />
      <span><Icon name="image" />{t('no_image')}</span>
    </div>
  );
}
