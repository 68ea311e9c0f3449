import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding, Scenario } from '../scenario';
import type { Stack } from '../stack';

interface Product {
  key: string;
  amount: unknown;
}

const damages: [string, (products: Product[]) => unknown][] = [
  ['price 0', (all) => all.map((one, i) => (i === 0 ? { ...one, amount: 0 } : one))],
  ['a negative price', (all) => all.map((one, i) => (i === 0 ? { ...one, amount: -5 } : one))],
  ['a price as text', (all) => all.map((one, i) => (i === 0 ? { ...one, amount: '1800' } : one))],
  ['no price', (all) => all.map((one, i) => (i === 0 ? { ...one, amount: undefined } : one))],
  ['a key twice', (all) => [...all, { ...all[0], amount: 1 }]],
  ['half a file', () => null],
];

async function fetchPrice(stack: Stack, key: string): Promise<number | null> {
  const answer = await fetch(`${stack.site.url}/api/payment/getProduct/${key}`).catch(() => null);
  return answer?.status === 200 ? ((await answer.json()) as { amount: number }).amount : null;
}

/** R14: a damaged products file never changes prices. */
async function damageFile(stack: Stack): Promise<Finding[]> {
  const contentDir = join(stack.dataDir, '..', 'content');
  cpSync('content', contentDir, { recursive: true });
  const file = join(contentDir, 'midan', 'products.json');
  const whole = readFileSync(file, 'utf8');
  const products = JSON.parse(whole) as Product[];
  const key = products[0]?.key ?? '';
  const before = await fetchPrice(stack, key);
  const rows: Finding[] = [];
  for (const [what, damage] of damages) {
    await stack.site.stop();
    const heard = stack.site.log().length;
    const damaged = damage(products);
    writeFileSync(file, damaged === null ? whole.slice(0, whole.length / 2) : JSON.stringify(damaged));
    await stack.site.start({ CONTENT_DIR: contentDir });
    const logged = stack.site.log().slice(heard);
    const after = await fetchPrice(stack, key);
    const named = logged.includes('products.json') && (damaged === null || logged.includes(key));
    rows.push({
      what: `products file with ${what}`,
      times: 1,
      isHeld: after === before && named,
      result: `price stays ${String(after)}, ${named ? 'file and key are named' : 'not named in the log'}`,
    });
    writeFileSync(file, whole);
  }
  return rows;
}

export const productsFile: Scenario = { id: 'R14', steps: [damageFile] };
