import { fileSizeText } from '@/lib/i18n/formats';
import { readSizeUnits } from '@/lib/i18n/messages';
import type { Language } from '@/lib/language';
import type { LessonView } from '@/lib/lessons/playback/describe-video';
import type { PlayerLabels, PlayerLesson } from './player-data';

/** Formats sizes on the server, to keep that code out of the browser. */
export async function readPlayerLesson(view: LessonView, lang: Language): Promise<PlayerLesson> {
  const units = await readSizeUnits(lang);
  return {
    ...view,
    renditions: view.renditions.map(({ name, height, bytes }) => ({
      name,
      height,
      size: fileSizeText(bytes, lang, units),
    })),
  };
}

const keys = [
  'play',
  'pause',
  'resume',
  'from_start',
  'mute',
  'unmute',
  'volume',
  'timeline',
  'captions',
  'captions_off',
  'speed',
  'quality',
  'quality_auto',
  'quality_saver',
  'quality_audio',
  'fullscreen',
  'fullscreen_exit',
  'pip',
  'back_10',
  'forward_10',
  'settings',
  'settings_close',
  'waiting',
  'failed',
  'closed',
  'refund_requested',
  'closed_link',
  'retry',
  'audio_only',
  'transcript',
  'transcript_search',
  'transcript_none',
  'normal',
  'keys',
  'shortcuts',
] as const satisfies ReadonlyArray<keyof PlayerLabels>;

export const playerLabels = (translate: (key: string) => string): PlayerLabels =>
  Object.fromEntries(keys.map((key) => [key, translate(key)])) as PlayerLabels;
