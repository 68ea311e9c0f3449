import { readdirSync, readFileSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { resetConfig } from '@/lib/config/config';
import { sendMessage } from './transport';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mail-'));
  vi.stubEnv('DATA_DIR', folder);
  resetConfig();
});
afterEach(() => {
  vi.unstubAllEnvs();
  resetConfig();
});

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
