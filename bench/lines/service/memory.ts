import { setTimeout as sleep } from 'node:timers/promises';
import type { Line } from '../../line';
import { measureLoad } from '../../load';
import { readResidentMegabytes } from '../../processor-time';
import { buyProduct, signUp } from '../../users';
import type { World } from '../../world';
import { listPublicPages } from '../../world';

const products = ['course-nextjs', 'course-marketing', 'course-mobile'];
const VIEWS = 10_000;
const PURCHASES = 20;
const people = 7;

export async function measureMemory(world: World): Promise<Line[]> {
  const pages = ['ar', 'en', 'de'].flatMap(listPublicPages);
  let views = 0;
  while (views < VIEWS) {
    for (const path of pages) {
      const { answers } = await measureLoad(
        { port: world.port, path, headers: { 'accept-encoding': 'br' } },
        { connections: 4, seconds: 0.02 },
      );
      views += answers;
    }
  }
  let purchases = 0;
  for (let person = 0; person < people; person += 1) {
    const learner = await signUp(world);
    for (const product of products) {
      if (purchases >= PURCHASES) break;
      await buyProduct(world, learner, product);
      purchases += 1;
    }
  }
  await sleep(3000);
  const resident = readResidentMegabytes(world.getPid());
  return [
    {
      measure: 'memory of the whole service, embedded database',
      goal: '≤ 512 MB',
      ours: `${Math.round(resident)} MB`,
      reference: '',
      ratio: null,
      spread: null,
      met: resident <= 512,
      note: `after ${views.toLocaleString('en')} views and ${purchases} purchases; resident memory of the one process`,
    },
  ];
}
