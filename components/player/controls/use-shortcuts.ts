import { useEffect } from 'react';
import type { PlayerLesson } from '@/components/player/player-data';
import { hasShortcuts } from '@/components/player/preferences';
import { keyOf } from '@/components/ui/key-of';

export interface PlayerActions {
  toggle(): void;
  seekBy(seconds: number): void;
  toggleFullscreen(): void;
  toggleMute(): void;
  setVolume(volume: number): void;
  toggleCaptions(): void;
}

const typing = 'input:not([type=range]), textarea, select, [contenteditable=true], dialog[open]';
const pressing = 'button, a, summary, input[type=range]';

/** Keys that go on seeking while they are held. The others would switch playback or fullscreen on and off. */
const seeking = new Set(['arrowright', 'arrowleft', 'l', 'j']);

/** @param stage the element that must have the focus, or undefined if the shortcuts work on the whole page */
export function useShortcuts(actions: PlayerActions, stage: HTMLElement | null | undefined): void {
  useEffect(
    () =>
      listenForKeys(
        {
          k: actions.toggle,
          ' ': actions.toggle,
          arrowright: () => actions.seekBy(5),
          arrowleft: () => actions.seekBy(-5),
          l: () => actions.seekBy(10),
          j: () => actions.seekBy(-10),
          f: actions.toggleFullscreen,
          m: actions.toggleMute,
          c: actions.toggleCaptions,
        },
        stage === undefined ? document : stage,
      ),
    [actions, stage],
  );
}

export function listenForKeys(work: Readonly<Record<string, () => void>>, scope: EventTarget | null): () => void {
  const listen = (event: Event) => {
    if (!(event instanceof KeyboardEvent)) return;
    const target = event.target as Element;
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || target.closest(typing)) return;
    const key = keyOf(event);
    if (target.closest(pressing) && (key === ' ' || key.startsWith('arrow'))) return;
    const act = work[key];
    if (!act || !hasShortcuts()) return;
    event.preventDefault();
    if (!event.repeat || seeking.has(key)) act();
  };
  scope?.addEventListener('keydown', listen);
  return () => scope?.removeEventListener('keydown', listen);
}

export function useMediaSession(video: HTMLVideoElement | null, lesson: PlayerLesson, onPlay: () => void): void {
  useEffect(() => {
    if (!video || !('mediaSession' in navigator)) return;
    const session = navigator.mediaSession;
    session.metadata = new MediaMetadata({
      title: lesson.name,
      artist: lesson.courseTitle,
      ...(lesson.poster ? { artwork: [{ src: lesson.poster, type: 'image/webp' }] } : {}),
    });
    const actions: Array<[MediaSessionAction, MediaSessionActionHandler]> = [
      ['play', onPlay],
      ['pause', () => video.pause()],
      [
        'seekbackward',
        (details) => {
          video.currentTime -= details.seekOffset ?? 10;
        },
      ],
      [
        'seekforward',
        (details) => {
          video.currentTime += details.seekOffset ?? 10;
        },
      ],
      [
        'seekto',
        (details) => {
          video.currentTime = details.seekTime ?? video.currentTime;
        },
      ],
    ];
    for (const [name, act] of actions) session.setActionHandler(name, act);
    return () => {
      for (const [name] of actions) session.setActionHandler(name, null);
    };
  }, [video, lesson, onPlay]);
}
