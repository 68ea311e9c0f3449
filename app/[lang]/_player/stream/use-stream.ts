import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { LessonStream, loadHls } from './lesson-stream';
import type { StreamState, VideoStream } from './video-stream';
import { playbackOf } from './lesson-stream';
import { wantsToSave } from '../preferences';
import type { PlayerLesson, Quality } from '../player-data';

/** The lesson's stream, opened when first played: a page that is only read costs no megabytes. */
export function useStream(video: HTMLVideoElement | null, lesson: PlayerLesson, quality: Quality) {
  const stream = useRef<VideoStream | null>(null);
  const [state, setState] = useState<StreamState>('idle');

  const connect = useEffectEvent((element: HTMLVideoElement) => {
    const playback = playbackOf(element, lesson.renditions.length > 0);
    const made = lesson.saved?.open(element, setState) ?? new LessonStream(element, playback, { playlist: lesson.playlistUrl, plain: lesson.sources[0]?.url ?? '' }, setState);
    stream.current = made;
    // A course's page is read by many who never press play.
    const isLikely = playback === 'fed' && lesson.userId !== null && !lesson.saved;
    const warm = window.setTimeout(() => { if (isLikely && !wantsToSave()) void loadHls().catch(() => undefined); }, 1500);
    return () => { window.clearTimeout(warm); made.close(); stream.current = null; };
  });
  // Not for each new `lesson`: when its page is read again, the video plays on.
  useEffect(() => (video ? connect(video) : undefined), [video, lesson.file, lesson.playlistUrl]);

  useEffect(() => stream.current?.setQuality(quality), [quality]);

  /** Fetches the script that plays, when a press is likely. */
  const prepare = useCallback(() => {
    if (video && !lesson.saved && playbackOf(video, lesson.renditions.length > 0) === 'fed') void loadHls().catch(() => undefined);
  }, [video, lesson]);
  const open = useCallback(async (atSeconds?: number) => (await stream.current?.open(quality, atSeconds)) ?? false, [quality]);
  const retry = useCallback(() => { setState('waiting'); stream.current?.resume(); }, []);
  const refused = useCallback((isOver: boolean) => { if (isOver) stream.current?.end(); else void stream.current?.isStillOpen(); }, []);
  return { state, prepare, open, retry, refused };
}
