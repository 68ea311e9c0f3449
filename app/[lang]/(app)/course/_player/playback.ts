/**
 * How this browser plays a lesson: fed by our library, which can choose the rendition; by its own HLS, which chooses for
 * itself; or the plain file.
 */
export type Playback = 'fed' | 'native' | 'plain';

export function playbackOf(video: Pick<HTMLVideoElement, 'canPlayType'>, hasRenditions: boolean): Playback {
  if (!hasRenditions) return 'plain';
  if ('MediaSource' in globalThis || 'ManagedMediaSource' in globalThis) return 'fed';
  return video.canPlayType('application/vnd.apple.mpegurl') === '' ? 'plain' : 'native';
}
