import type { PersonBlock as Person } from '@/lib/content/schema';
import type { Language } from '@/lib/language';
import { pageHtml } from '@/lib/media/picture-html';
import { classNames } from '../../_ui/class-names';
import { loadingOf, Picture } from '../../_ui/layout/picture';
import { Prose } from '../../_ui/text/prose';
import styles from './person-block.module.css';

/** `app-text-with-one-image` (row C3): the title's first word is outlined. */
export async function PersonBlock({ person, reversed, first, lang }: { person: Person; reversed: boolean; first: boolean; lang: Language }) {
  const [firstWord = '', ...rest] = person.title.split(' ');
  return (
    <article className={classNames(styles.person, reversed && styles.reversed)}>
      <div className={styles.text}>
        <h2 className={styles.title}><span className={styles.outlined}>{firstWord}</span> {rest.join(' ')}</h2>
        <Prose html={await pageHtml(person.content, lang)} />
      </div>
      <figure className={styles.figure}>
        <Picture src={person.imgsrc} alt={person.imageAlt} width={600} height={600} {...loadingOf(first)} decoding="async" />
        <figcaption>
          <strong>{person.name}</strong>
          <span className={styles.role}>{person.role}</span>
        </figcaption>
      </figure>
    </article>
  );
}
