import 'server-only';
import { createRequire } from 'node:module';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { config } from '@/lib/config/config';

const faces = ['readex-pro-arabic-600-normal', 'readex-pro-latin-600-normal'];
const held = globalThis as { __pictureFonts?: Promise<void> };

/**
 * Pictures with text need fonts that Pango can open: TrueType files and a font configuration of our own, so that Arabic
 * is shaped the same on every machine. To be awaited before sharp draws its first text.
 */
export const preparePictureFonts = (): Promise<void> => (held.__pictureFonts ??= writeFonts());

async function writeFonts(): Promise<void> {
  const folder = join(config().dataDir, 'fonts');
  await mkdir(folder, { recursive: true });
  const { decompress } = await import('wawoff2');
  const files = join(createRequire(join(process.cwd(), 'package.json')).resolve('@fontsource/readex-pro/package.json'), '..', 'files');
  for (const face of faces) {
    await writeFile(join(folder, `${face}.ttf`), await decompress(await readFile(join(files, `${face}.woff2`))));
  }
  const list = join(folder, 'fonts.conf');
  await writeFile(list, `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>${folder}</dir><cachedir>${join(folder, 'cache')}</cachedir></fontconfig>`);
  process.env.FONTCONFIG_FILE = list;
}
