import type { CaptionsView, LessonView, ThumbnailsView } from '@/lib/lessons/playback/describe-video';

interface SavedVideo {
  quality: '240p' | 'audio';
  open(video: HTMLVideoElement, report: (state: StreamState) => void): VideoStream;
}

export type PlayerRendition = Pick<LessonView['renditions'][number], 'name' | 'height'> & { size: string };
export type PlayerLesson = Omit<LessonView, 'renditions'> & {
  renditions: PlayerRendition[];
  saved?: SavedVideo;
  placeAtMs?: number;
};
export type PlayerCaptions = CaptionsView;
export type PlayerThumbnails = ThumbnailsView;
export type Quality = 'auto' | 'saver' | PlayerRendition['name'];

export type PlayerLabels = Record<
  | 'play'
  | 'pause'
  | 'resume'
  | 'from_start'
  | 'mute'
  | 'unmute'
  | 'volume'
  | 'timeline'
  | 'captions'
  | 'captions_off'
  | 'speed'
  | 'quality'
  | 'quality_auto'
  | 'quality_saver'
  | 'quality_audio'
  | 'fullscreen'
  | 'fullscreen_exit'
  | 'pip'
  | 'back_10'
  | 'forward_10'
  | 'settings'
  | 'settings_close'
  | 'waiting'
  | 'failed'
  | 'closed'
  | 'refund_requested'
  | 'closed_link'
  | 'retry'
  | 'audio_only'
  | 'transcript'
  | 'transcript_search'
  | 'transcript_none'
  | 'normal'
  | 'keys'
  | 'shortcuts',
  string
>;

/** `closed`: the learner lost access. `refund-requested`: only lessons already opened may play. */
export type StreamState = 'idle' | 'loading' | 'ready' | 'waiting' | 'failed' | 'closed' | 'refund-requested';

export interface VideoStream {
  /** Does nothing if it is open; tries again after a failure. @returns false if the stream cannot be opened */
  open(quality: string, atSeconds?: number): Promise<boolean>;
  setQuality(quality: string): void;
  resume(): void;
  isStillOpen(): Promise<boolean>;
  end(): void;
  close(): void;
}
