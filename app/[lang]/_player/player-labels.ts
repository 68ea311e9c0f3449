import type { PlayerLabels } from './player-data';

const keys = [
  'play', 'pause', 'resume', 'from_start', 'mute', 'unmute', 'volume', 'timeline', 'captions', 'captions_off', 'speed', 'quality',
  'quality_auto', 'quality_saver', 'quality_audio', 'fullscreen', 'fullscreen_exit', 'pip', 'back_10', 'forward_10', 'settings', 'settings_close', 'waiting',
  'failed', 'closed', 'refund_requested', 'closed_link', 'retry', 'audio_only', 'transcript', 'transcript_search', 'transcript_none', 'normal', 'keys', 'shortcuts',
] as const satisfies ReadonlyArray<keyof PlayerLabels>;

/** Picked on the server: the browser gets these messages and no others. */
export const playerLabels = (translate: (key: string) => string): PlayerLabels =>
  Object.fromEntries(keys.map((key) => [key, translate(key)])) as PlayerLabels;
