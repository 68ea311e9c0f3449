import type { Browser } from '@playwright/test';
import { measureReaderScripts, recordRequests } from '../../browser';
import { sendRequest } from '../../http';
import type { Line } from '../../line';
import type { World } from '../../world';
import { listPublicPages } from '../../world';

interface Weight {
  readonly page: string;
  readonly scriptsBrotli: number;
  readonly scriptsGzip: number;
  readonly html: number;
  readonly styles: number;
  readonly fonts: number;
  readonly firstPicture: number;
}

async function fetchSize(port: number, path: string, encoding: string): Promise<number> {
  return (await sendRequest(port, path, { headers: { 'accept-encoding': encoding } })).body.length;
}

async function weighPage(world: World, browser: Browser, page: string): Promise<Weight> {
  const seen = await recordRequests(browser, `${world.env.SITE_URL}${page}`);
  const listPathsOfKind = (kind: string) => [
    ...new Set(seen.filter((each) => each.kind === kind).map((each) => each.path)),
  ];
  const sumBytes = async (paths: readonly string[], encoding = 'br') => {
    const sizes = await Promise.all(paths.map((path) => fetchSize(world.port, path, encoding)));
    return sizes.reduce((total, size) => total + size, 0);
  };
  const scripts = listPathsOfKind('script');
  const pictures = await Promise.all(listPathsOfKind('image').map((path) => sumBytes([path])));
  return {
    page,
    scriptsBrotli: await sumBytes(scripts),
    scriptsGzip: await sumBytes(scripts, 'gzip'),
    html: await sumBytes([page]),
    styles: await sumBytes(listPathsOfKind('stylesheet')),
    fonts: await sumBytes(listPathsOfKind('font')),
    firstPicture: Math.max(0, ...pictures),
  };
}

const formatKilobytes = (bytes: number): string => (bytes / 1000).toFixed(1);
const sumWeight = ({ html, styles, fonts, firstPicture }: Weight): number => html + styles + fonts + firstPicture;

const weighed = [
  ...listPublicPages('ar'),
  '/ar/articles/fast-website-in-egypt',
  '/ar/details/course-page/courses-data/nextjs-from-zero',
  '/ar/details/service-page/build/web-development',
  '/ar/work/waha-pharmacies',
];

/** Pages that a visitor reads when looking for a course. */
const readPages = [
  '/ar/home',
  '/ar/services',
  '/ar/courses',
  '/ar/details/course-page/courses-data/nextjs-from-zero',
  '/ar/articles/fast-website-in-egypt',
];

export async function measurePageWeight(world: World, browser: Browser): Promise<Line[]> {
  const weights: Weight[] = [];
  for (const page of weighed) weights.push(await weighPage(world, browser, page));
  const heaviest = weights.reduce((most, each) => (each.scriptsBrotli > most.scriptsBrotli ? each : most));
  const largest = weights.reduce((most, each) => (sumWeight(each) > sumWeight(most) ? each : most));
  const nothing = { ratio: null, spread: null };
  const readerBytes = await measureReaderScripts(
    browser,
    readPages.map((page) => `${world.env.SITE_URL}${page}`),
  );
  return [
    {
      measure: 'JavaScript of five pages that are only read',
      goal: '≤ 10 kB',
      ours: `${formatKilobytes(readerBytes)} kB`,
      reference: '',
      ...nothing,
      met: readerBytes <= 10_000,
      note: readPages.join(', '),
    },
    {
      measure: 'JavaScript after the first press, heaviest public page',
      goal: '≤ 135 kB brotli, ≤ 165 kB gzip',
      ours: `${formatKilobytes(heaviest.scriptsBrotli)} / ${formatKilobytes(heaviest.scriptsGzip)} kB`,
      reference: '1,049 kB Ghost, gzip (constant)',
      ...nothing,
      met: heaviest.scriptsBrotli <= 135_000 && heaviest.scriptsGzip <= 165_000,
      note: heaviest.page,
      details: weights,
    },
    {
      measure: 'HTML + CSS + font + first picture, largest',
      goal: '≤ 100 kB',
      ours: `${formatKilobytes(sumWeight(largest))} kB`,
      reference: '',
      ...nothing,
      met: sumWeight(largest) <= 100_000,
      note: largest.page,
    },
  ];
}
