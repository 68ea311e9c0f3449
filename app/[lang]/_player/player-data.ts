import type { StreamState, VideoStream } from './stream/video-stream';
import type { CaptionsView, LessonView, ThumbnailsView } from '@/lib/video/playback/describe-video';

/** What a lesson stored on this device plays (row N18), instead of the network. */
export interface SavedVideo { quality: '240p' | 'audio'; open(video: HTMLVideoElement, report: (state: StreamState) => void): VideoStream }

/** `size`: of the whole lesson, in the words of the page's language. */
export type PlayerRendition = Pick<LessonView['renditions'][number], 'name' | 'height'> & { size: string };
export type PlayerLesson = Omit<LessonView, 'renditions'> & { renditions: PlayerRendition[]; saved?: SavedVideo; /** When `resumeSeconds` was reached; absent where no other place counts. */ placeAtMs?: number };
export type PlayerCaptions = CaptionsView;
export type PlayerThumbnails = ThumbnailsView;
export type Quality = 'auto' | 'saver' | PlayerRendition['name'];

export type PlayerLabels = Record<
  | 'play' | 'pause' | 'resume' | 'from_start' | 'mute' | 'unmute' | 'volume' | 'timeline' | 'captions' | 'captions_off' | 'speed' | 'quality'
  | 'quality_auto' | 'quality_saver' | 'quality_audio' | 'fullscreen' | 'fullscreen_exit' | 'pip' | 'back_10' | 'forward_10' | 'settings' | 'settings_close' | 'waiting'
  | 'failed' | 'closed' | 'refund_requested' | 'closed_link' | 'retry' | 'audio_only' | 'transcript' | 'transcript_search' | 'transcript_none' | 'normal' | 'keys' | 'shortcuts', string>;
