import 'server-only';
import type { Language } from '@/lib/language';
import { log } from '@/lib/log';
import type { PagesComponents } from './schema';
import { readBlock, readMetaData, readPagesComponents, readPersonBlock } from './read';

/** A page made of blocks, in the order of `pages-components.json`; a block whose file is missing is left out (B12). */
export async function readHomePage(lang: Language) {
  const [components, metadata] = await Promise.all([readPagesComponents(), readMetaData(lang, 'home-page')]);
  const entries = shown(components?.homeComponents);
  const blocks = await Promise.all(entries.map(({ fileName }) => readBlock(lang, fileName)));
  return pageOf(`/${lang}/home`, blocks, metadata);
}

export async function readServicesPage(lang: Language) {
  const [components, metadata] = await Promise.all([readPagesComponents(), readMetaData(lang, 'service-page')]);
  const entries = shown(components?.serviceComponents);
  const blocks = await Promise.all(entries.map(({ fileName }) => readBlock(lang, `service-page/${fileName}`)));
  return pageOf(`/${lang}/services`, blocks, metadata);
}

export async function readAboutPage(lang: Language) {
  const [components, metadata] = await Promise.all([readPagesComponents(), readMetaData(lang, 'aboutus-page')]);
  const entries = shown(components?.aboutusComponents);
  const blocks = await Promise.all(entries.map(({ fileName }) => readPersonBlock(lang, fileName)));
  return pageOf(`/${lang}/about`, blocks, metadata);
}

/** Whether a page lists the block and does not hide it. While the list cannot be read, nothing is known to be hidden. @param path `service-page/build` */
export async function isBlockShown(path: string): Promise<boolean> {
  const components = await readPagesComponents();
  if (!components) return true;
  const { homeComponents, serviceComponents } = components;
  return [...shown(homeComponents).map(({ fileName }) => fileName), ...shown(serviceComponents).map(({ fileName }) => `service-page/${fileName}`)].includes(path);
}

const shown = (entries: PagesComponents['homeComponents'] = []) => entries.filter(({ hidden }) => !hidden);

/** Null when there is nothing to show (A10). */
function pageOf<Block, MetaData>(path: string, found: Array<Block | null>, metadata: MetaData | null) {
  const blocks = found.filter((block) => block !== null);
  if (blocks.length === 0 || !metadata) {
    log.error({ path }, `Resolver data is undefined: ${path}`);
    return null;
  }
  return { blocks, metadata };
}
