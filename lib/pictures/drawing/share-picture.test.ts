import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { resetConfig } from '@/lib/config/config';
import { drawSharePicture } from './share-picture';

const colours = { ground: '#000000', ink: '#ffffff', accent: '#000000' };

async function measureInk(picture: Buffer): Promise<{ first: number; last: number; letters: number }> {
  const { data, info } = await sharp(picture)
    .extract({ left: 0, top: 110, width: 1200, height: 380 })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const columns = Array.from({ length: info.width }, (_, x) =>
    Array.from({ length: info.height }, (__, y) => data[y * info.width + x] ?? 0).some((value) => value > 200),
  );
  const gaps = columns.filter((ink, x) => ink && !columns[x - 1]).length;
  return { first: columns.indexOf(true), last: columns.lastIndexOf(true), letters: gaps };
}

describe('share pictures', () => {
  beforeAll(() => {
    vi.stubEnv('DATA_DIR', mkdtempSync(join(tmpdir(), 'share-')));
    resetConfig();
  });
  afterAll(() => {
    vi.unstubAllEnvs();
    resetConfig();
  });

  test('sets Arabic at the right with its letters joined, and Latin at the left [B11]', async () => {
    const arabic = await measureInk(
      await drawSharePicture({ lang: 'ar', title: 'تسسسسسب', eyebrow: 'ع', productName: 'م' }, colours, null),
    );
    expect(arabic.last).toBeGreaterThan(1080);
    expect(arabic.first).toBeGreaterThan(600);
    expect(arabic.letters).toBe(1);
    const latin = await measureInk(
      await drawSharePicture({ lang: 'en', title: 'iiiiiii', eyebrow: 'e', productName: 'm' }, colours, null),
    );
    expect(latin.first).toBeLessThan(110);
    expect(latin.letters).toBe(7);
  });

  test.each([
    ['a word wider than the column', 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen'.repeat(3)],
    ['an endless title', 'كلمة طويلة '.repeat(400)],
    ['letters that no font has', '王小明 😀 प्रिया'],
    ['nothing but emoji', '🥑🦄'],
    ['nothing', ' '],
    ['control characters and half a letter', 'a\u0000\u0007b\ud83d'],
    ['markup', '<b>&"x'],
  ])('draws a picture for %s, inside its column [B20]', async (_, title) => {
    const picture = await drawSharePicture({ lang: 'en', title, eyebrow: title, productName: title }, colours, null);
    expect(await sharp(picture).metadata()).toMatchObject({ width: 1200, height: 630 });
    const { first, last } = await measureInk(picture);
    if (first >= 0) expect(first).toBeGreaterThanOrEqual(84);
    expect(last).toBeLessThanOrEqual(84 + 640);
  });

  test('draws letters that the site’s font lacks, and joins them [B11]', async () => {
    expect(
      (
        await measureInk(
          await drawSharePicture({ lang: 'ar', title: 'چچچچ', eyebrow: 'ع', productName: 'م' }, colours, null),
        )
      ).letters,
    ).toBe(1);
  });

  test('a picture is 1200 × 630 and small enough for a chat’s preview, even with markup in its title [B11]', async () => {
    const picture = await drawSharePicture(
      { lang: 'en', title: 'Costs <b>& more</b> '.repeat(8), eyebrow: 'Articles', productName: 'Product' },
      colours,
      null,
    );
    expect(await sharp(picture).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
    expect(picture.byteLength).toBeLessThan(250_000);
  });
});
