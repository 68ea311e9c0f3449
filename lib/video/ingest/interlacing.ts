import type { Stream } from './container';
import { runTool } from './ffmpeg';

/** Which field comes first; `flagged`: the frames say so themselves. */
export type Interlacing = 'tff' | 'bff' | 'flagged';

const lookedAtSeconds = 10;

/**
 * Some editors write fields and call them frames, so the picture is looked at. Fine moving patterns look interlaced too, but
 * then about as often with the one field first as with the other.
 */
export async function findInterlacing(file: string, { index, field_order: order }: Stream): Promise<Interlacing | null> {
  if (['tt', 'bb', 'tb', 'bt'].includes(order ?? '')) return 'flagged';
  const { complaints } = await runTool('ffmpeg', ['-hide_banner', '-nostdin', '-v', 'info', '-nostats', '-t', String(lookedAtSeconds), '-i', file, '-map', `0:${index}`, '-vf', 'idet', '-f', 'null', '-']);
  const counts = /Multi frame detection: TFF:\s*(\d+)\s*BFF:\s*(\d+)\s*Progressive:\s*(\d+)/.exec(complaints)?.slice(1).map(Number) ?? [];
  const [top = 0, bottom = 0, progressive = 0] = counts;
  const most = Math.max(top, bottom);
  if (most < 10 || most < 3 * progressive || most < 20 * Math.min(top, bottom)) return null;
  return top > bottom ? 'tff' : 'bff';
}
