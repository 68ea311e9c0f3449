import { readAboutPage } from '@/lib/content/pages';
import { langOf } from '@/lib/language';
import { MissingContent } from '../../_blocks/page/missing-content';
import { PageHeading } from '../../_blocks/page/page-heading';
import { AskBand } from '../../_blocks/page/ask-band';
import { PersonBlock } from './person-block';
import { PageHead } from '../../_seo/page-head';
import { Section } from '../../_ui/layout/section';

/** Row C3. */
export default async function AboutPage({ params }: { params: Promise<{ lang: string }> }) {
  const lang = await langOf(params);
  const page = await readAboutPage(lang);
  if (!page) return <MissingContent lang={lang} path="/about" />;
  const { meta, heading, intro } = page.metadata;
  return (
    <>
      <PageHead lang={lang} path="/about" meta={meta} />
      <PageHeading heading={heading} fallback={meta.title ?? ''} intro={intro} />
      <Section tight>
        {page.blocks.map((person, index) => <PersonBlock key={person.fileName} person={person} reversed={index % 2 === 1} first={index === 0} lang={lang} />)}
      </Section>
      <AskBand lang={lang} words="site" />
    </>
  );
}
