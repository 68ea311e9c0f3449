import { Picture } from '../_ui/layout/picture';
import { BlockActions, type BlockProps } from './block-actions';
import styles from './hero-with-one-image.module.css';

/** Rows C1, C2: on narrow screens the small picture, 410 px high. */
export function HeroWithOneImage({ block, lang }: BlockProps) {
  return (
    <section className={styles.hero}>
      <div className={styles.inner}>
        <div className={styles.text}>
          {block.eyebrow && <p className={styles.eyebrow}>{block.eyebrow}</p>}
          <h1 className={styles.title}>{block.title}</h1>
          <p className={styles.summary}>{block.summary}</p>
          <BlockActions actions={block.actions} lang={lang} large />
        </div>
        <Picture
          frameClass={styles.picture} className={styles.image} src={block.imageIconPath} alt={block.imageAlt} width={1200} height={1000} fetchPriority="high"
          other={block.imageSmallPath ? { src: block.imageSmallPath, media: '(max-width: 576px)' } : undefined}
        />
      </div>
    </section>
  );
}
