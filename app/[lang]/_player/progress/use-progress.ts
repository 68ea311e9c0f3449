import { useEffect } from 'react';
import { recordPlayed } from '../../_course/played-store';
import type { PlayerLesson } from '../player-data';
import { bodyOf, progressReporter } from './progress-reporter';
import { WatchTracker } from './watch-tracker';

const heartbeatMs = 10_000;

/**
 * Row L4: reports the position on a heartbeat, a pause, the end, leaving the page, and when the network returns. A free
 * lesson outside its course has nobody's progress to report.
 * @param onRefused called when a report is refused; true when the course is no longer open to this learner
 */
export function useProgress(video: HTMLVideoElement | null, { userId, courseSlug, file, saved }: PlayerLesson, onRefused: (isCourseOver: boolean) => void): void {
  useEffect(() => {
    if (userId === null) return;
    recordPlayed(courseSlug, file);
    if (!video) return;
    const { url, queue, report } = progressReporter({ userId, courseSlug }, async (answer) => onRefused(await isCourseOver(answer)));
    const tracker = new WatchTracker();
    const stop = new AbortController();
    let hasMoved = false;

    const collect = () => {
      const watched = tracker.take();
      if (hasMoved || watched.length > 0) queue.add(file, { positionSeconds: round(video.currentTime), atMs: Date.now(), watched, played: true });
      hasMoved = false;
    };
    const flush = () => { collect(); if (navigator.onLine) void report().catch(() => undefined); };
    const leave = () => {
      collect();
      // Whether a beacon arrives is unknown, so its reports stay queued; reported twice they change nothing.
      for (const [lesson, each] of Object.entries(queue.read())) navigator.sendBeacon(url, new Blob([bodyOf(lesson, each)], { type: 'application/json' }));
    };

    const on = (target: EventTarget, name: string, work: () => void) => target.addEventListener(name, work, { signal: stop.signal });
    on(video, 'timeupdate', () => {
      hasMoved ||= !video.paused;
      tracker.tick(video.currentTime, !video.paused && !video.seeking, video.playbackRate);
    });
    on(video, 'seeking', () => { tracker.jump(); hasMoved = true; });
    on(video, 'pause', flush);
    on(video, 'ended', flush);
    on(window, 'online', flush);
    on(window, 'pagehide', leave);
    on(document, 'visibilitychange', () => { if (document.visibilityState === 'hidden') leave(); });
    const heartbeat = setInterval(() => { if (!video.paused || Object.keys(queue.read()).length > 0) flush(); }, heartbeatMs);
    if (!saved && takeAddress(courseSlug, file)) queue.add(file, { watched: [], played: true });
    if (Object.keys(queue.read()).length > 0) flush();
    return () => { clearInterval(heartbeat); stop.abort(); flush(); };
  }, [video, userId, courseSlug, file, saved, onRefused]);
}

const isCourseOver = async (answer: Response): Promise<boolean> =>
  ((await answer.json().catch(() => null)) as { type?: string } | null)?.type?.endsWith('/not-purchased') ?? false;

/** Opened by the course's address (row L2): replaced by the lesson's, so that a reload stays here. @returns whether it was */
function takeAddress(courseSlug: string, file: string): boolean {
  const own = `${encodeURIComponent(courseSlug)}/${encodeURIComponent(file)}`;
  if (location.pathname.endsWith(own)) return false;
  const [, lang] = location.pathname.split('/');
  history.replaceState(null, '', `/${lang}/course/${own}${location.hash}`);
  return true;
}

const round = (seconds: number) => Math.round(seconds * 10) / 10;
