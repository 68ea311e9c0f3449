import type { Language } from '@/lib/language';
import { logMissingContent } from '@/lib/log';
import { bareSlug, toSlug } from '@/lib/text';
import { readBlock, readMetaData, readPagesComponents, readPersonBlock } from './read';
import type { Meta, PagesComponents, Service } from './schema';

/** Blocks are in the order of `pages-components.json`. Blocks without a file are left out (B12). */
export async function readHomePage(lang: Language) {
  const [components, metadata] = await Promise.all([readPagesComponents(), readMetaData(lang, 'home-page')]);
  const entries = visibleEntries(components?.homeComponents);
  const blocks = await Promise.all(entries.map(({ fileName }) => readBlock(lang, fileName)));
  return assemblePage(`/${lang}/home`, blocks, metadata);
}

export async function readServicesPage(lang: Language) {
  const [components, metadata] = await Promise.all([readPagesComponents(), readMetaData(lang, 'service-page')]);
  const entries = visibleEntries(components?.serviceComponents);
  const blocks = await Promise.all(entries.map(({ fileName }) => readBlock(lang, `service-page/${fileName}`)));
  return assemblePage(`/${lang}/services`, blocks, metadata);
}

export async function readAboutPage(lang: Language) {
  const [components, metadata] = await Promise.all([readPagesComponents(), readMetaData(lang, 'aboutus-page')]);
  const entries = visibleEntries(components?.aboutusComponents);
  const blocks = await Promise.all(entries.map(({ fileName }) => readPersonBlock(lang, fileName)));
  return assemblePage(`/${lang}/about`, blocks, metadata);
}

/** Returns true if the list cannot be read. @param path for example `service-page/build` */
async function isBlockShown(path: string): Promise<boolean> {
  const components = await readPagesComponents();
  if (!components) return true;
  const { homeComponents, serviceComponents } = components;
  return [
    ...visibleEntries(homeComponents).map(({ fileName }) => fileName),
    ...visibleEntries(serviceComponents).map(({ fileName }) => `service-page/${fileName}`),
  ].includes(path);
}

const visibleEntries = (entries: PagesComponents['homeComponents'] = []) => entries.filter(({ hidden }) => !hidden);

function assemblePage<Block, MetaData>(path: string, found: Array<Block | null>, metadata: MetaData | null) {
  const blocks = found.filter((block) => block !== null);
  if (blocks.length === 0 || !metadata) {
    logMissingContent(path);
    return null;
  }
  return { blocks, metadata };
}

type DetailsResult =
  { state: 'found'; item: Service; meta: Meta } | { state: 'moved'; slug: string } | { state: 'missing' };

/** Service pages only (A7); courses come from the catalogue. A former slug returns `moved` (A14). */
export async function findDetails(
  lang: Language,
  pagename: string,
  filename: string,
  title: string,
): Promise<DetailsResult> {
  const items = await readItems(lang, pagename, filename);
  const item = items?.find((each) => toSlug(each.title, each.titleTr) === title);
  if (item) return { state: 'found', item, meta: await readDetailsMeta(lang, pagename, item.meta) };
  const moved = items?.find((each) => each.formerSlugs?.includes(title));
  if (moved) return { state: 'moved', slug: toSlug(moved.title, moved.titleTr) };
  const bare = bareSlug(title);
  if (bare !== null) {
    const linked = await findDetails(lang, pagename, filename, bare);
    return linked.state === 'found' ? { state: 'moved', slug: bare } : linked;
  }
  logMissingContent(`/${lang}/details/${pagename}/${filename}/${title}`);
  return { state: 'missing' };
}

async function readItems(lang: Language, pagename: string, filename: string): Promise<Service[] | null> {
  if (!/^(?:home|service)-page$/.test(pagename) || !(await isBlockShown(`${pagename}/${filename}`))) return null;
  const block = await readBlock(lang, `${pagename}/${filename}`);
  return block?.details.isDetails ? block.details.services : null;
}

/** If the page has its own title or description, drops the folder's `og:` and `twitter:` values for it (A7). */
export async function readDetailsMeta(lang: Language, pagename: string, own: Meta = {}): Promise<Meta> {
  const folder = (await readMetaData(lang, pagename))?.meta ?? {};
  const spoken = ['title', 'description']
    .filter((name) => own[name])
    .flatMap((name) => [`og:${name}`, `twitter:${name}`]);
  return { ...Object.fromEntries(Object.entries(folder).filter(([name]) => !spoken.includes(name))), ...own };
}
