import { classNames } from '../_ui/class-names';
import { Picture } from '../_ui/layout/picture';
import { Section } from '../_ui/layout/section';
import { BlockActions, type BlockProps } from './block-actions';
import styles from './blocks.module.css';

/** `text-with-image` has its texts first in reading order, `image-with-text` its picture. */
export function ImageAndText({ block, lang, tone }: BlockProps) {
  return (
    <Section tone={tone}>
      <div className={classNames(styles.pair, block.type === 'image-with-text' && styles.imageFirst)}>
        <div className={styles.text}>
          {block.eyebrow && <p className={styles.eyebrow}>{block.eyebrow}</p>}
          <h2>{block.title}</h2>
          <p className={styles.summary}>{block.summary}</p>
          <Points points={block.points} />
          <BlockActions actions={block.actions} lang={lang} onDeep={tone === 'deep'} />
        </div>
        <Picture className={styles.image} src={block.imageIconPath} alt={block.imageAlt} width={800} height={600} loading="lazy" decoding="async" />
      </div>
    </Section>
  );
}

function Points({ points }: { points: BlockProps['block']['points'] }) {
  if (!points?.length) return null;
  return (
    <ul className={styles.points}>
      {points.map(({ title, text }) => (
        <li key={title}>
          <h3>{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </ul>
  );
}
