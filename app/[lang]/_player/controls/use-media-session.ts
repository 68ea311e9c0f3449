import { useEffect } from 'react';
import type { PlayerLesson } from '../player-data';

/** Lock screen and headset keys. @param onPlay starts the video, also before anything has played */
export function useMediaSession(video: HTMLVideoElement | null, lesson: PlayerLesson, onPlay: () => void): void {
  useEffect(() => {
    if (!video || !('mediaSession' in navigator)) return;
    const session = navigator.mediaSession;
    session.metadata = new MediaMetadata({
      title: lesson.name, artist: lesson.courseTitle, ...(lesson.poster ? { artwork: [{ src: lesson.poster, type: 'image/webp' }] } : {}),
    });
    const actions: Array<[MediaSessionAction, MediaSessionActionHandler]> = [
      ['play', onPlay],
      ['pause', () => video.pause()],
      ['seekbackward', (details) => { video.currentTime -= details.seekOffset ?? 10; }],
      ['seekforward', (details) => { video.currentTime += details.seekOffset ?? 10; }],
      ['seekto', (details) => { video.currentTime = details.seekTime ?? video.currentTime; }],
    ];
    for (const [name, act] of actions) session.setActionHandler(name, act);
    return () => { for (const [name] of actions) session.setActionHandler(name, null); };
  }, [video, lesson, onPlay]);
}
