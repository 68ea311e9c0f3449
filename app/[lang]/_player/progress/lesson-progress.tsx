'use client';

import { useLayoutEffect } from 'react';
import { rememberPlace } from './known-place';
import { recordPlayed } from './played-store';
import { usePlayer } from '../player-context';
import { inParts } from './progress-queue';
import { bodyOf, progressReporter } from './progress-reporter';
import { WatchTracker } from './watch-tracker';

const heartbeatMs = 10_000;

interface Props { userId: string; courseSlug: string; file: string; /** Played from this device, at an address of its own. */ isSaved?: boolean }

/** Row L4: inside a `LessonPlayer`, reports the position on a heartbeat, a pause, the end, leaving the page, and when the network returns. */
export function LessonProgress({ userId, courseSlug, file, isSaved = false }: Props) {
  const player = usePlayer();
  const video = player?.video ?? null;
  const refused = player?.refused;
  // A layout effect ends while the video still has what it plays.
  useLayoutEffect(() => {
    recordPlayed({ userId, courseSlug }, file);
    if (!video) return;
    const { url, queue, report } = progressReporter({ userId, courseSlug }, refused);
    const tracker = new WatchTracker();
    const stop = new AbortController();
    let hasMoved = false;
    // Not the video's own at the time of a report: that is 0 while another source is loaded, or none.
    let seconds = 0;

    const collect = () => {
      if (hasMoved) {
        const [positionSeconds, atMs] = [round(seconds), Date.now()];
        queue.add(file, { positionSeconds, atMs, watched: tracker.take(), played: true });
        rememberPlace({ userId, courseSlug, file }, { seconds: positionSeconds, atMs });
      }
      hasMoved = false;
    };
    const flush = () => { collect(); if (navigator.onLine) void report().catch(() => undefined); };
    const leave = () => {
      collect();
      // Whether a beacon arrives is unknown, so its reports stay queued; reported twice they change nothing.
      const parts = Object.entries(queue.read()).flatMap(([lesson, report]) => inParts(report).map((part) => bodyOf(lesson, part)));
      for (const part of parts) navigator.sendBeacon(url, new Blob([JSON.stringify(part)], { type: 'application/json' }));
    };

    const on = (target: EventTarget, name: string, work: () => void) => target.addEventListener(name, work, { signal: stop.signal });
    on(video, 'timeupdate', () => {
      if (video.readyState < 2 /* HAVE_CURRENT_DATA */) return;
      seconds = video.currentTime;
      hasMoved ||= !video.paused;
      tracker.tick(seconds, !video.paused && !video.seeking, video.playbackRate);
    });
    on(video, 'seeking', () => {
      if (video.readyState === 0 /* HAVE_NOTHING */) return;
      seconds = video.currentTime;
      tracker.jump();
      hasMoved = true;
    });
    on(video, 'play', dropBeginning);
    on(video, 'pause', flush);
    on(video, 'ended', flush);
    on(window, 'online', flush);
    on(window, 'pagehide', leave);
    on(document, 'visibilitychange', () => { if (document.visibilityState === 'hidden') leave(); });
    const heartbeat = setInterval(() => { if (!video.paused || Object.keys(queue.read()).length > 0) flush(); }, heartbeatMs);
    if (!isSaved && takeAddress(courseSlug, file)) queue.add(file, { watched: [], played: true });
    if (Object.keys(queue.read()).length > 0) flush();
    return () => { clearInterval(heartbeat); stop.abort(); flush(); };
  }, [video, userId, courseSlug, file, isSaved, refused]);
  return null;
}

/** Opened by the course's address (row L2): replaced by the lesson's, so that a reload stays here. @returns whether it was */
function takeAddress(courseSlug: string, file: string): boolean {
  const own = `${encodeURIComponent(courseSlug)}/${encodeURIComponent(file)}`;
  if (location.pathname.endsWith(own)) return false;
  const [, lang] = location.pathname.split('/');
  history.replaceState(null, '', `/${lang}/course/${own}${location.search}${location.hash}`);
  return true;
}

/** `?t=` says where the first play begins; the next page opened at this address goes on where this one was. */
function dropBeginning(): void {
  const url = new URL(location.href);
  if (!url.searchParams.has('t')) return;
  url.searchParams.delete('t');
  history.replaceState(null, '', url);
}

const round = (seconds: number) => Math.round(seconds * 10) / 10;
