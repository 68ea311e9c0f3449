import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { resetConfig } from '@/lib/config/config';
import { createFolder, removeFolder } from '@/tests/support/folders';
import { readSender, sendMessage } from './transport';

let folder: string;
beforeEach(() => {
  folder = createFolder('DATA_DIR');
});
afterEach(() => removeFolder(folder));

const subjects = [
  '=?utf-8?Q?Free_course?=',
  '=?utf-8?B?4oKs?= and more',
  'How to write =?utf-8?q?x?= in a header',
  '=?utf-8?q?a?= =?utf-8?q?b?=',
  `=?x?= ${'دورة جديدة 🎓 '.repeat(20)}`.trim(),
  'a=?b',
  '2 + 2 =? 4',
  'جديد',
  'News',
];
it.each(subjects)(
  'a subject that resembles an encoded word reaches the reader unchanged: %s [O15]',
  async (subject) => {
    await sendMessage({
      key: 'x',
      to: 'mona@midan.example',
      from: 'news@midan.example',
      subject,
      text: 'x',
      html: '<p>x</p>',
    });
    const source = readFileSync(join(folder, 'mail', readdirSync(join(folder, 'mail'))[0] ?? ''), 'utf8');
    expect((await PostalMime.parse(source)).subject).toBe(subject);
    expect(Math.max(...source.split('\r\n').map((line) => line.length))).toBeLessThan(998);
  },
);

it('a mail comes from the product at the address of MAIL_FROM, which contains no name [O13, O4]', async () => {
  vi.stubEnv('MAIL_FROM', 'Midan <post@midan.example>');
  resetConfig();
  await expect(readSender('en')).rejects.toThrow('MAIL_FROM: must be an email address without a name');
  vi.stubEnv('MAIL_FROM', 'post@midan.example');
  resetConfig();
  const from = await readSender('en');
  await sendMessage({ key: 'y', to: 'mona@midan.example', from, subject: 'x', text: 'x', html: '<p>x</p>' });
  const source = readFileSync(join(folder, 'mail', readdirSync(join(folder, 'mail'))[0] ?? ''), 'utf8');
  expect((await PostalMime.parse(source)).from).toEqual({ name: 'Midan', address: 'post@midan.example' });
});
