import sharp from 'sharp';
import { expect, test } from 'vitest';
import { drawMark } from './share-picture';

async function measureMark(share: number): Promise<number> {
  const picture = await drawMark({ size: 200, share });
  const { info } = await sharp(picture!).trim({ threshold: 5 }).toBuffer({ resolveWithObject: true });
  return Math.max(info.width, info.height) / 200;
}

test('the mark of a maskable icon stays inside the circle that every system shows [N18]', async () => {
  expect(await measureMark(0.8)).toBeGreaterThan(0.6);
  expect(await measureMark(0.56)).toBeLessThanOrEqual(0.57);
});
