import { CourseCard, salesPageUrl } from '@/components/blocks/courses/course-card';
import { Picture } from '@/components/layout/picture';
import { PictureShelf } from '@/components/layout/picture-card';
import { Heading, Section } from '@/components/layout/section';
import { ListData } from '@/components/seo/json-ld';
import { ButtonLink } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { CoveringLink } from '@/components/ui/navigation/covering-link';
import { keepEnabled } from '@/lib/content/enabled-features';
import type { Block } from '@/lib/content/schema';
import { listServiceLinks } from '@/lib/content/work';
import { listCourseCards } from '@/lib/courses/catalogue/course-offer';
import type { Language } from '@/lib/language';
import { addCaptions } from '@/lib/lessons/captions/course-captions';
import { longestWord } from './service-cards';
import blocksStyles from './blocks.module.css';
import styles from './hero-with-one-image.module.css';
import servicesGridStyles from './services-grid.module.css';
import stepsStyles from './steps.module.css';
import courseCardsStyles from '@/components/blocks/courses/course-cards.module.css';

const components = {
  services: ServicesGrid,
  courses: CourseCards,
  steps: Steps,
  'hero-with-one-image': HeroWithOneImage,
  'text-with-image': ImageAndText,
  'image-with-text': ImageAndText,
} as const;

export function BlockList({
  blocks,
  lang,
  tones,
}: {
  blocks: readonly Block[];
  lang: Language;
  tones?: readonly BlockProps['tone'][];
}) {
  return blocks.map((block, index) => {
    const Component = components[block.layout ?? block.type];
    return <Component key={block.fileName} block={block} lang={lang} tone={tones?.[index] ?? 'paper'} />;
  });
}

/** Rows C1, C2: narrow screens get the small picture at a height of 410 px. */
function HeroWithOneImage({ block, lang }: BlockProps) {
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
          className={styles.image}
          src={block.imageIconPath}
          alt={block.imageAlt}
          width={1200}
          height={1000}
          fetchPriority="high"
          other={block.imageSmallPath ? { src: block.imageSmallPath, media: '(max-width: 576px)' } : undefined}
        />
      </div>
    </section>
  );
}

export function ImageAndText({ block, lang, tone }: BlockProps) {
  return (
    <Section tone={tone}>
      <div className={classNames(blocksStyles.pair, block.type === 'image-with-text' && blocksStyles.imageFirst)}>
        <div className={blocksStyles.text}>
          {block.eyebrow && <p className={blocksStyles.eyebrow}>{block.eyebrow}</p>}
          <h2>{block.title}</h2>
          <p className={blocksStyles.summary}>{block.summary}</p>
          <Points points={block.points} />
          <BlockActions actions={block.actions} lang={lang} isOnDeep={tone === 'deep'} />
        </div>
        <Picture
          className={blocksStyles.image}
          src={block.imageIconPath}
          alt={block.imageAlt}
          width={800}
          height={600}
          loading="lazy"
          decoding="async"
        />
      </div>
    </Section>
  );
}

function Points({ points }: { points: BlockProps['block']['points'] }) {
  if (!points?.length) return null;
  return (
    <ul className={blocksStyles.points}>
      {points.map(({ title, text }) => (
        <li key={title}>
          <h3>{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </ul>
  );
}

async function ServicesGrid({ block, lang, tone }: BlockProps) {
  const services = await listServiceLinks(lang);
  return (
    <Section tone={tone}>
      <BlockHeading block={block} />
      <ul className={servicesGridStyles.grid}>
        {services.map(({ slug, title, summary, imageIconPath, path }) => (
          <li key={slug} className={servicesGridStyles.service}>
            <img src={imageIconPath} alt="" width={44} height={44} loading="lazy" decoding="async" />
            <h3 className={servicesGridStyles.name} style={longestWord(title)}>
              <CoveringLink href={`/${lang}${path}`}>{title}</CoveringLink>
            </h3>
            <p className={servicesGridStyles.text}>{summary}</p>
          </li>
        ))}
      </ul>
      <BlockActions actions={block.actions} lang={lang} isOnDeep={tone === 'deep'} />
    </Section>
  );
}

async function CourseCards({ block, lang, tone }: BlockProps) {
  const courses = await listCourseCards(lang).then(addCaptions);
  if (courses.length === 0) return null;
  return (
    <Section id="courses" tone={tone}>
      <ListData items={courses.map((course) => ({ name: course.title, href: salesPageUrl(course, lang) }))} />
      <BlockHeading block={block} />
      <PictureShelf>
        {courses.map((course, index) => (
          <CourseCard key={course.slug} course={course} lang={lang} form={index === 0 ? 'wide' : 'row'} />
        ))}
      </PictureShelf>
      <div className={courseCardsStyles.more}>
        <BlockActions actions={block.actions} lang={lang} isOnDeep={tone === 'deep'} />
      </div>
    </Section>
  );
}

export function Steps({ block, lang, tone }: BlockProps) {
  return (
    <Section tone={tone}>
      <BlockHeading block={block} />
      {block.points && block.points.length > 0 && (
        <ol className={stepsStyles.steps}>
          {block.points.map(({ title, text }) => (
            <li key={title} className={stepsStyles.step}>
              <h3 className={stepsStyles.name}>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      )}
      <BlockActions actions={block.actions} lang={lang} isOnDeep={tone === 'deep'} />
    </Section>
  );
}

function BlockHeading({ block }: { block: Block }) {
  const picture = (
    <Picture src={block.imageIconPath} alt={block.imageAlt} width={480} height={320} loading="lazy" decoding="async" />
  );
  return (
    <Heading eyebrow={block.eyebrow} title={block.title} picture={picture}>
      {block.summary}
    </Heading>
  );
}

interface BlockProps {
  block: Block;
  lang: Language;
  tone: 'paper' | 'sand' | 'deep';
}

interface Props {
  actions: Block['actions'];
  lang: string;
  isOnDeep?: boolean;
  large?: boolean;
}

async function BlockActions({ actions = [], lang, isOnDeep, large }: Props) {
  const open = await keepEnabled(actions, ({ route }) => route);
  if (open.length === 0) return null;
  return (
    <div className={blocksStyles.actions}>
      {open.map(({ label, route }, index) => (
        <ButtonLink
          key={route}
          href={`/${lang}${route}`}
          size={large ? 'large' : 'medium'}
          variant={index === 0 ? 'primary' : isOnDeep ? 'on-deep' : 'secondary'}
        >
          {label}
        </ButtonLink>
      ))}
    </div>
  );
}
