import { Heading, Section } from '../_ui/layout/section';
import { BlockActions, type BlockProps } from './block-actions';
import styles from './steps.module.css';

/** A block whose layout is `steps`: its points in their order, numbered. */
export function Steps({ block, lang, tone }: BlockProps) {
  return (
    <Section tone={tone}>
      <Heading eyebrow={block.eyebrow} title={block.title} actions={<BlockActions actions={block.actions} lang={lang} onDeep={tone === 'deep'} />}>{block.summary}</Heading>
      {block.points && block.points.length > 0 && (
        <ol className={styles.steps}>
          {block.points.map(({ title, text }) => (
            <li key={title} className={styles.step}>
              <h3 className={styles.name}>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      )}
    </Section>
  );
}
