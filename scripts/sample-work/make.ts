/** `tsx scripts/sample-work/make.ts [picture]` draws the sample cases into `public/assets/midan/pictures/`. */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { sizedWidths } from '@/lib/pictures/picture-url';
import { openBrowser } from '../sample-lessons/render';
import { deltaScenes } from './delta-citrus';
import { nasijScenes } from './nasij';
import { renderScene } from './scene';
import { wahaScenes } from './waha';

const folder = 'public/assets/midan/pictures';
const wanted = process.argv.slice(2);
const scenes = [...wahaScenes, ...deltaScenes, ...nasijScenes].filter(
  ({ name }) => wanted.length === 0 || wanted.includes(name),
);

await mkdir(folder, { recursive: true });
const browser = await openBrowser();
const page = await browser.newPage({ viewport: { width: 1600, height: 1000 } });
for (const scene of scenes) {
  await page.setContent(renderScene(scene));
  await page.evaluate(() => document.fonts.ready);
  const drawn = await page.screenshot();
  for (const width of sizedWidths) {
    const picture = sharp(drawn).resize(width);
    const file = path.join(folder, `${scene.name}-${width}`);
    await picture.clone().avif({ quality: 52, effort: 6 }).toFile(`${file}.avif`);
    await picture.clone().webp({ quality: 78, effort: 6 }).toFile(`${file}.webp`);
  }
  process.stdout.write(`${folder}/${scene.name}\n`);
}
await browser.close();
