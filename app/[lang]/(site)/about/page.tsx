import { ContactBand } from '@/components/blocks/page/contact-band';
import { MissingContent } from '@/components/blocks/page/missing-content';
import { PageHeading } from '@/components/blocks/page/page-heading';
import { loadingOf, Picture } from '@/components/layout/picture';
import { Section } from '@/components/layout/section';
import { PageHead } from '@/components/seo/page-head';
import { classNames } from '@/components/ui/class-names';
import { Prose } from '@/components/ui/text/prose';
import { readAboutPage } from '@/lib/content/pages';
import type { PersonBlock as Person } from '@/lib/content/schema';
import { type Language, readLang } from '@/lib/language';
import { renderPageHtml } from '@/lib/pictures/pictures';
import styles from './person-block.module.css';

export default async function AboutPage({ params }: { params: Promise<{ lang: string }> }) {
  const lang = await readLang(params);
  const page = await readAboutPage(lang);
  if (!page) return <MissingContent lang={lang} path="/about" />;
  const { meta, heading, intro } = page.metadata;
  return (
    <>
      <PageHead lang={lang} path="/about" meta={meta} />
      <PageHeading heading={heading} fallback={meta.title ?? ''} intro={intro} />
      <Section tight>
        {page.blocks.map((person, index) => (
          <PersonBlock
            key={person.fileName}
            person={person}
            reversed={index % 2 === 1}
            first={index === 0}
            lang={lang}
          />
        ))}
      </Section>
      <ContactBand lang={lang} words="site" />
    </>
  );
}

async function PersonBlock({
  person,
  reversed,
  first,
  lang,
}: {
  person: Person;
  reversed: boolean;
  first: boolean;
  lang: Language;
}) {
  const [firstWord = '', ...rest] = person.title.split(' ');
  return (
    <article className={classNames(styles.person, reversed && styles.reversed)}>
      <div className={styles.text}>
        <h2>
          <span className={styles.outlined}>{firstWord}</span> {rest.join(' ')}
        </h2>
        <Prose html={await renderPageHtml(person.content, lang)} />
      </div>
      <figure className={styles.figure}>
        <Picture
          src={person.imgsrc}
          alt={person.imageAlt}
          width={600}
          height={600}
          {...loadingOf(first)}
          decoding="async"
        />
        <figcaption>
          <strong>{person.name}</strong>
          <span className={styles.role}>{person.role}</span>
        </figcaption>
      </figure>
    </article>
  );
}
