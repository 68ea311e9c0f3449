import type { CaptionsView, LessonView, ThumbnailsView } from '@/lib/video/describe-lesson';

export type PlayerLesson = LessonView;
export type PlayerCaptions = CaptionsView;
export type PlayerThumbnails = ThumbnailsView;
export type PlayerRendition = PlayerLesson['renditions'][number];
export type Quality = 'auto' | 'saver' | PlayerRendition['name'];

export type PlayerWords = Record<
  | 'play' | 'pause' | 'resume' | 'from_start' | 'mute' | 'unmute' | 'volume' | 'timeline' | 'captions' | 'captions_off' | 'speed' | 'quality'
  | 'quality_auto' | 'quality_saver' | 'quality_audio' | 'fullscreen' | 'fullscreen_exit' | 'pip' | 'back_10' | 'forward_10' | 'settings' | 'settings_close' | 'waiting'
  | 'failed' | 'closed' | 'refund_requested' | 'closed_link' | 'retry' | 'audio_only' | 'megabytes' | 'transcript' | 'transcript_search' | 'transcript_none' | 'normal' | 'keys', string>;

export const megabytesOf = (bytes: number): string => (bytes / 1e6).toFixed(bytes < 1e6 ? 2 : 1);

export function clockOf(seconds: number): string {
  const whole = Math.max(0, Math.floor(Number.isFinite(seconds) ? seconds : 0));
  const rest = `${String(Math.floor(whole / 60) % 60).padStart(whole >= 3600 ? 2 : 1, '0')}:${String(whole % 60).padStart(2, '0')}`;
  return whole >= 3600 ? `${Math.floor(whole / 3600)}:${rest}` : rest;
}
