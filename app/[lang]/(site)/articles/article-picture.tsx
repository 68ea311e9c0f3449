import { getTranslations } from 'next-intl/server';
import { Icon, Star } from '../../_ui/icon';
import { SharedPicture } from '../../_ui/layout/shared-picture';
import styles from './articles.module.css';

interface Props { src: string | null; /** Names the picture for the transition between list and article. */ id: string; large?: boolean }

/** The article's picture, or the texts of `no_image` in its place. */
export async function ArticlePicture({ src, id, large }: Props) {
  if (src) return <SharedPicture name={`article-${id}`} className={styles.picture} src={src} alt="" width={800} height={450} loading={large ? 'eager' : 'lazy'} />;
  const t = await getTranslations();
  return (
    <div className={styles.placeholder}>
      <Star className={styles.star} />
      <span><Icon name="image" />{t('no_image')}</span>
    </div>
  );
}
