import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { copyContent } from '@/lib/testing/content/content-folder';
import { readProducts } from '../read';
import { updateContent } from './update-content';

let folder: string;
let remove: () => void;
const json = (path: string): unknown => JSON.parse(readFileSync(join(folder, path), 'utf8'));

describe('updateContent', () => {
  beforeEach(() => {
    ({ folder, remove } = copyContent());
  });
  afterEach(() => remove());

  it('S10 one place of a file changes, and the site reads it at once', async () => {
    await updateContent('midan/products.json', '/0/amount', 77);
    expect((await readProducts())?.[0]?.amount).toBe(77);
    expect(readdirSync(join(folder, 'midan')).filter((name) => name.endsWith('.new'))).toEqual([]);
  });

  it('S10 what breaks the shape is refused by field, and the file stays', async () => {
    const before = json('midan/products.json');
    const refused = expect.objectContaining({ status: 422, errors: { '0.amount': [expect.any(String)] } });
    await expect(updateContent('midan/products.json', '/0/amount', -5)).rejects.toEqual(refused);
    await expect(updateContent('midan/products.json', '/9/amount', 5)).rejects.toMatchObject({ status: 422 });
    await expect(updateContent('midan/products.json', 'amount', 5)).rejects.toMatchObject({ status: 422 });
    expect(json('midan/products.json')).toEqual(before);
  });

  it('S10 X19 no path leads out of the content folder, and no unknown file is made', async () => {
    writeFileSync(join(folder, '..', 'secret.json'), '{}');
    symlinkSync(join(folder, '..', 'secret.json'), join(folder, 'midan/common/link.json'));
    for (const path of ['../secret.json', 'midan/../../secret.json', 'midan/common/link.json', 'midan/common/new.json', 'midan/ar/home-page/none.json', '/etc/passwd']) {
      await expect(updateContent(path, '', {}), path).rejects.toMatchObject({ status: 404 });
    }
  });
});
