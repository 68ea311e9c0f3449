'use client';

import { MediaActionTypes, useMediaDispatch, useMediaSelector } from 'media-chrome/react/media-store';
import { useState, type CSSProperties, type KeyboardEvent, type PointerEvent } from 'react';
import { type PlayerLesson, type PlayerThumbnails, type PlayerLabels } from '../player-data';
import { positionText } from '@/lib/i18n/number-texts';
import styles from '../player.module.css';

/** Seconds. To the ends lead the slider's own Home and End. */
const steps: Readonly<Record<string, number>> = { ArrowRight: 5, ArrowUp: 5, ArrowLeft: -5, ArrowDown: -5, PageUp: 60, PageDown: -60 };

type Hover = { seconds: number; share: number } | null;

/** A native slider, left to right in Arabic too, with a thumbnail of the position under the pointer. */
export function Timeline({ lesson, labels, onStep }: { lesson: PlayerLesson; labels: PlayerLabels; onStep: (seconds: number) => void }) {
  const dispatch = useMediaDispatch();
  const now = useMediaSelector((state) => state.mediaCurrentTime) ?? 0;
  const known = useMediaSelector((state) => state.mediaDuration);
  const buffered = useMediaSelector((state) => state.mediaBuffered);
  const duration = known && Number.isFinite(known) ? known : lesson.durationSeconds;
  const [hover, setHover] = useState<Hover>(null);
  const loaded = buffered?.find(([from, to]) => from <= now && now <= to)?.[1] ?? 0;
  const point = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const share = Math.min(1, Math.max(0, (event.clientX - box.left) / box.width));
    setHover({ share, seconds: share * duration });
  };
  const step = (event: KeyboardEvent) => {
    const seconds = steps[event.key];
    if (seconds === undefined || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    // The slider's own step is the pointer's.
    event.preventDefault();
    onStep(seconds);
  };
  const shares = { '--now': `${(now / duration) * 100}%`, '--loaded': `${(loaded / duration) * 100}%` } as CSSProperties;
  return (
    <div className={styles.timeline}>
      <span className={styles.time} translate="no">{positionText(now)}</span>
      <span className={styles.track} style={shares} onPointerMove={point} onPointerLeave={() => setHover(null)}>
        <input type="range" min={0} max={duration} step={0.1} value={Math.min(now, duration)} aria-label={labels.timeline}
          aria-valuetext={`${positionText(now)} / ${positionText(duration)}`}
          onKeyDown={step} onChange={(event) => dispatch({ type: MediaActionTypes.MEDIA_SEEK_REQUEST, detail: Number(event.target.value) })} />
        {hover && <Peek hover={hover} thumbnails={lesson.thumbnails} />}
      </span>
      <span className={styles.time}>{positionText(duration)}</span>
    </div>
  );
}

function Peek({ hover, thumbnails }: { hover: NonNullable<Hover>; thumbnails: PlayerThumbnails | null }) {
  const place = { insetInlineStart: `clamp(5rem, ${hover.share * 100}%, calc(100% - 5rem))` };
  return (
    <span className={styles.peek} style={place} aria-hidden="true">
      {thumbnails && <span className={styles.peekPicture} style={spriteStyle(thumbnails, hover.seconds)} />}
      <span>{positionText(hover.seconds)}</span>
    </span>
  );
}

function spriteStyle({ url, everySeconds, columns, rows, width, height }: PlayerThumbnails, seconds: number): CSSProperties {
  const index = Math.min(columns * rows - 1, Math.floor(seconds / everySeconds));
  return {
    width, height, backgroundImage: `url("${url}")`,
    backgroundPosition: `-${(index % columns) * width}px -${Math.floor(index / columns) * height}px`,
  };
}
