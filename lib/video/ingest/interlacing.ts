import type { Stream } from './container';
import { runTool } from './ffmpeg';

/** Which field comes first; `flagged`: the frames say so themselves. */
export type Interlacing = 'tff' | 'bff' | 'flagged';

const lookedAtSeconds = 10;
/** Fields come from television: its lines alone are looked at, since fine patterns of other pictures look interlaced too. */
const televisionLines = [480, 486, 576, 1080];
const fewestFrames = 20;

/** Some editors write fields and call them frames, so the picture is looked at. */
export async function findInterlacing(file: string, { index, height = 0, field_order: order }: Stream): Promise<Interlacing | null> {
  if (['tt', 'bb', 'tb', 'bt'].includes(order ?? '')) return 'flagged';
  if (!televisionLines.includes(height)) return null;
  const { complaints } = await runTool('ffmpeg', ['-hide_banner', '-nostdin', '-v', 'info', '-nostats', '-t', String(lookedAtSeconds), '-i', file, '-map', `0:${index}`, '-vf', 'idet', '-f', 'null', '-']);
  const counts = /Multi frame detection: TFF:\s*(\d+)\s*BFF:\s*(\d+)\s*Progressive:\s*(\d+)/.exec(complaints)?.slice(1).map(Number) ?? [];
  const [top = 0, bottom = 0, progressive = 0] = counts;
  const most = Math.max(top, bottom);
  if (most < fewestFrames || most < 0.9 * (top + bottom + progressive)) return null;
  return top > bottom ? 'tff' : 'bff';
}
