'use client';

import { useLayoutEffect } from 'react';
import { usePlayer } from '@/components/player/player-context';
import type { Range } from '@/lib/courses/progress/watched-ranges';
import { recordPlayedLessons, storePosition } from './local-progress';
import { createProgressReporter, reportBody, splitReport } from './progress-reporter';

const heartbeatMs = 10_000;

interface Props {
  userId: string;
  courseSlug: string;
  file: string;
  isSaved?: boolean;
}

/** Row L4: reports regularly, on pause, at the end, on leaving the page, and when the network returns. */
export function LessonProgress({ userId, courseSlug, file, isSaved = false }: Props) {
  const player = usePlayer();
  const video = player?.video ?? null;
  const handleRefusedReport = player?.handleRefusedReport;
  // Use a layout effect, whose cleanup runs while the video still has its source.
  useLayoutEffect(() => {
    recordPlayedLessons({ userId, courseSlug }, file);
    if (!video) return;
    const { url, queue, report } = createProgressReporter({ userId, courseSlug }, handleRefusedReport);
    const tracker = new WatchTracker();
    const stop = new AbortController();
    let hasMoved = false;
    // Remember the position: `currentTime` is 0 while another source loads.
    let seconds = 0;

    const collectPosition = () => {
      if (hasMoved) {
        const [positionSeconds, atMs] = [round(seconds), Date.now()];
        queue.add(file, { positionSeconds, atMs, watched: tracker.take(), played: true });
        storePosition({ userId, courseSlug, file }, { seconds: positionSeconds, atMs });
      }
      hasMoved = false;
    };
    const flush = () => {
      collectPosition();
      if (navigator.onLine) void report().catch(() => undefined);
    };
    const handleLeave = () => {
      collectPosition();
      // Keep the reports queued, because a beacon may get lost. The server ignores duplicates.
      const parts = Object.entries(queue.read()).flatMap(([lesson, report]) =>
        splitReport(report).map((part) => reportBody(lesson, part)),
      );
      for (const part of parts)
        navigator.sendBeacon(url, new Blob([JSON.stringify(part)], { type: 'application/json' }));
    };

    const listenTo = (target: EventTarget, name: string, work: () => void) =>
      target.addEventListener(name, work, { signal: stop.signal });
    listenTo(video, 'timeupdate', () => {
      if (video.readyState < 2 /* HAVE_CURRENT_DATA */) return;
      seconds = video.currentTime;
      hasMoved ||= !video.paused;
      tracker.tick(seconds, !video.paused && !video.seeking, video.playbackRate);
    });
    listenTo(video, 'seeking', () => {
      if (video.readyState === 0 /* HAVE_NOTHING */) return;
      seconds = video.currentTime;
      tracker.jump();
      hasMoved = true;
    });
    listenTo(video, 'play', removeStartParameter);
    listenTo(video, 'pause', flush);
    listenTo(video, 'ended', flush);
    listenTo(window, 'online', flush);
    listenTo(window, 'pagehide', handleLeave);
    listenTo(document, 'visibilitychange', () => {
      if (document.visibilityState === 'hidden') handleLeave();
    });
    const heartbeat = setInterval(() => {
      if (!video.paused || Object.keys(queue.read()).length > 0) flush();
    }, heartbeatMs);
    if (!isSaved && replaceUrlWithLesson(courseSlug, file)) queue.add(file, { watched: [], played: true });
    if (Object.keys(queue.read()).length > 0) flush();
    return () => {
      clearInterval(heartbeat);
      stop.abort();
      flush();
    };
  }, [video, userId, courseSlug, file, isSaved, handleRefusedReport]);
  return null;
}

/** Row L2: replaces the course's URL with the lesson's, so that a reload stays on this lesson. */
function replaceUrlWithLesson(courseSlug: string, file: string): boolean {
  const lessonKey = `${encodeURIComponent(courseSlug)}/${encodeURIComponent(file)}`;
  if (location.pathname.endsWith(lessonKey)) return false;
  const [, lang] = location.pathname.split('/');
  history.replaceState(null, '', `/${lang}/course/${lessonKey}${location.search}${location.hash}`);
  return true;
}

/** Removes `?t=`, so that a reload continues from the saved position. */
function removeStartParameter(): void {
  const url = new URL(location.href);
  if (!url.searchParams.has('t')) return;
  url.searchParams.delete('t');
  history.replaceState(null, '', url);
}

const round = (seconds: number) => Math.round(seconds * 10) / 10;

export class WatchTracker {
  private ranges: Range[] = [];
  private lastSeconds: number | null = null;

  tick(seconds: number, isRunning: boolean, speed: number): void {
    const last = this.lastSeconds;
    this.lastSeconds = isRunning ? seconds : null;
    if (!isRunning || last === null) return;
    const step = seconds - last;
    if (step <= 0 || step > 1.5 * Math.max(1, speed)) return;
    const open = this.ranges.at(-1);
    if (open && Math.abs(open[1] - last) < 0.01) open[1] = seconds;
    else this.ranges.push([last, seconds]);
  }

  jump(): void {
    this.lastSeconds = null;
  }

  take(): Range[] {
    const ranges = this.ranges;
    this.ranges = [];
    return ranges;
  }
}
