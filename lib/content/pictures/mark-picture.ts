import 'server-only';
import sharp from 'sharp';
import { publicFilePath } from '@/lib/content/files/asset-path';
import { readHeader, readStyle } from '@/lib/content/read';

/**
 * The project's mark on its paper, for home screens and search results; null without one.
 * @param size in pixels
 * @param share of it that the mark takes up
 */
export async function drawMark({ size, share }: { size: number; share: number }): Promise<Buffer | null> {
  const [header, style] = await Promise.all([readHeader(), readStyle()]);
  const file = header && publicFilePath(header.logo);
  if (!file) return null;
  const inner = Math.round(size * share);
  const mark = await sharp(file, { density: 600 }).resize(inner, inner, { fit: 'contain', background: '#0000' }).png().toBuffer();
  const canvas = sharp({ create: { width: size, height: size, channels: 3, background: style?.['--paper'] ?? '#ffffff' } });
  return canvas.composite([{ input: mark }]).png({ palette: true }).toBuffer();
}
