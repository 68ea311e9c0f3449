import type { Block } from '@/lib/content/schema';
import type { Language } from '@/lib/language';
import type { BlockProps } from './block-actions';
import { CourseCards } from './courses/course-cards';
import { HeroWithOneImage } from './hero-with-one-image';
import { ImageAndText } from './image-and-text';
import { ServicesGrid } from './services/services-grid';
import { Steps } from './steps';

/** A block's layout, where it names one, wins over its type. */
const components = {
  services: ServicesGrid,
  courses: CourseCards,
  steps: Steps,
  'hero-with-one-image': HeroWithOneImage,
  'text-with-image': ImageAndText,
  'image-with-text': ImageAndText,
} as const;

/** One component per kind of block, in the order given (row C1). */
export function BlockList({ blocks, lang, tones }: { blocks: readonly Block[]; lang: Language; tones?: readonly BlockProps['tone'][] }) {
  return blocks.map((block, index) => {
    const Component = components[block.layout ?? block.type];
    return <Component key={block.fileName} block={block} lang={lang} tone={tones?.[index] ?? 'paper'} />;
  });
}
