import 'server-only';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { config } from '@/lib/config/config';
import { fallbackFont, trueTypeFont } from './true-type-font';

const faces = ['arabic-600', 'latin-600', 'latin-ext-600'];
const held = globalThis as { __pictureFonts?: Promise<void> };

/**
 * Pictures with text need fonts that Pango can open: TrueType files and a font configuration of our own, so that Arabic
 * is shaped the same on every machine. To be awaited before sharp draws its first text.
 */
export const preparePictureFonts = (): Promise<void> => (held.__pictureFonts ??= writeFonts());

async function writeFonts(): Promise<void> {
  const folder = join(config().dataDir, 'fonts');
  await mkdir(folder, { recursive: true });
  for (const face of faces) await writeFile(join(folder, `readex-pro-${face}.ttf`), await trueTypeFont(face));
  await writeFile(join(folder, 'fallback.ttf'), await fallbackFont(600));
  const list = join(folder, 'fonts.conf');
  await writeFile(list, `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>${folder}</dir><cachedir>${join(folder, 'cache')}</cachedir></fontconfig>`);
  process.env.FONTCONFIG_FILE = list;
}
