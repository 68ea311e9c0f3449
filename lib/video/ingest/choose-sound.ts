import type { Stream } from './container';
import { runTool } from './ffmpeg';

export interface ChosenSound { index: number; bitrate: number; isSilent: boolean; isFirstChannelOnly: boolean }

/** Quieter than any microphone's own noise. */
const silentDecibels = -60;
/** How much quieter a mix is whose channels cancel each other. */
const cancelledDecibels = 25;
/** Of a track that names none. */
const usualBitrate = 48_000;

/** Commentary and versions for the deaf or the blind come after the sound itself. */
const rankOf = ({ disposition }: Stream): number =>
  (disposition.default === 1 ? 0 : 1) + (['comment', 'hearing_impaired', 'visual_impaired', 'karaoke', 'dub'].some((name) => disposition[name] === 1) ? 2 : 0);

/** The default track, unless nothing is heard in it and something in another; null without any. */
export async function chooseSound(file: string, streams: readonly Stream[]): Promise<ChosenSound | null> {
  const ranked = streams.toSorted((one, other) => rankOf(one) - rankOf(other));
  const levels = new Map<number, Levels>();
  for (const { index, channels = 1 } of ranked) {
    const found = await measureLevels(file, index, channels);
    levels.set(index, found);
    if (found.loudest > silentDecibels) break;
  }
  const stream = ranked.find(({ index }) => (levels.get(index)?.loudest ?? -Infinity) > silentDecibels) ?? ranked[0];
  if (!stream) return null;
  const { loudest, mixed } = levels.get(stream.index)!;
  const isSilent = loudest <= silentDecibels;
  return { index: stream.index, bitrate: stream.bit_rate ?? usualBitrate, isSilent, isFirstChannelOnly: !isSilent && (stream.channels ?? 1) > 1 && loudest - mixed > cancelledDecibels };
}

interface Levels { /** Peak of all channels, in decibels of full scale. */ loudest: number; /** The same of their mix. */ mixed: number }

async function measureLevels(file: string, index: number, channels: number): Promise<Levels> {
  const measure = (filter: string) => ['-map', `0:${index}`, '-af', filter, '-f', 'null', '-'];
  const outputs = [...measure('volumedetect'), ...(channels > 1 ? measure('aformat=channel_layouts=mono,volumedetect') : [])];
  const { complaints } = await runTool('ffmpeg', ['-hide_banner', '-nostdin', '-v', 'info', '-nostats', '-vn', '-i', file, ...outputs]);
  const [loudest = -Infinity, mixed = loudest] = [...complaints.matchAll(/volumedetect_(\d+) @.*max_volume: (-?[\d.]+|-inf) dB/g)].toSorted((one, other) => Number(one[1]) - Number(other[1])).map(([, , level]) => (level === '-inf' ? -Infinity : Number(level)));
  return { loudest, mixed };
}
