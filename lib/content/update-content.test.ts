import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readProducts } from '@/lib/content/read';
import { updateContent } from '@/lib/content/update-content';
import { copyContent } from '@/tests/support/content/content-folder';

let folder: string;
let remove: () => void;
const readJson = (path: string): unknown => JSON.parse(readFileSync(join(folder, path), 'utf8'));

describe('updateContent', () => {
  beforeEach(() => {
    ({ folder, remove } = copyContent());
  });
  afterEach(() => remove());

  it('changes one value of a file, and the site reads it at once [S10]', async () => {
    await updateContent('midan/products.json', '/0/amount', 77);
    expect((await readProducts())?.[0]?.amount).toBe(77);
    expect(readdirSync(join(folder, 'midan')).filter((name) => name.endsWith('.new'))).toEqual([]);
  });

  it('refuses an invalid value by field and leaves the file unchanged [S10]', async () => {
    const before = readJson('midan/products.json');
    const refused = expect.objectContaining({ status: 422, errors: { '0.amount': [expect.any(String)] } });
    await expect(updateContent('midan/products.json', '/0/amount', -5)).rejects.toEqual(refused);
    await expect(updateContent('midan/products.json', '/9/amount', 5)).rejects.toMatchObject({ status: 422 });
    await expect(updateContent('midan/products.json', 'amount', 5)).rejects.toMatchObject({ status: 422 });
    expect(readJson('midan/products.json')).toEqual(before);
  });

  it('no path leads out of the content folder or creates an unknown file [S10, X19]', async () => {
    writeFileSync(join(folder, '..', 'secret.json'), '{}');
    symlinkSync(join(folder, '..', 'secret.json'), join(folder, 'midan/common/link.json'));
    for (const path of [
      '../secret.json',
      'midan/../../secret.json',
      'midan/common/link.json',
      'midan/common/new.json',
      'midan/ar/home-page/none.json',
      '/etc/passwd',
    ]) {
      await expect(updateContent(path, '', {}), path).rejects.toMatchObject({ status: 404 });
    }
  });
});
