import { Picture } from '@/components/layout/picture';
import { Prose } from '@/components/ui/text/prose';
import { readAboutPage } from '@/lib/content/pages';
import type { Language } from '@/lib/language';
import { renderPageHtml } from '@/lib/pictures/pictures';
import styles from './person-card.module.css';

/** Renders nothing for a person outside the team; the page shows that person's name elsewhere. */
export async function PersonCard({
  name,
  lang,
  heading,
  className,
}: {
  name: string;
  lang: Language;
  heading: string;
  className?: string;
}) {
  const person = (await readAboutPage(lang))?.blocks.find((block) => block.name === name);
  if (!person) return null;
  return (
    <section className={className}>
      <h2>{heading}</h2>
      <div className={styles.person}>
        <Picture src={person.imgsrc} alt={person.imageAlt} width={600} height={600} loading="lazy" decoding="async" />
        <div>
          <h3>{person.name}</h3>
          <p className={styles.role}>{person.role}</p>
        </div>
        <Prose html={await renderPageHtml(person.content, lang)} />
      </div>
    </section>
  );
}
