'use client';

import { useMemo, useRef, useState, type ComponentType, type ReactNode } from 'react';
import { Icon } from '../_ui/icon';
import type { ControlsProps } from './controls/controls';
import { PlayerContext, type PlayerHandle } from './player-context';
import type { PlayerLesson, PlayerLabels } from './player-data';
import { PlayerStage, type GoTo } from './player-stage';
import styles from './player.module.css';
import { Transcript } from './transcript';

interface Props {
  lesson: PlayerLesson;
  lang: string;
  labels: PlayerLabels;
  /** Where they can't be fetched. */
  controls?: ComponentType<ControlsProps>;
  /** The transcript is folded away under it. */
  transcriptSummary?: string;
  /** Between video and transcript; reaches the video by `usePlayer`. */
  children?: ReactNode;
}

/** Row L3: the stage with its video, and the transcript. */
export function LessonPlayer({ lesson, lang, labels, controls, transcriptSummary, children }: Props) {
  const [video, setVideo] = useState<HTMLVideoElement | null>(null);
  const go = useRef<GoTo>(null);
  const transcript = lesson.captions.length > 0 && <Transcript captions={lesson.captions} lang={lang} labels={labels} video={video} onGo={(seconds) => go.current?.(seconds)} />;
  const handle = useMemo((): PlayerHandle => ({
    seconds: () => video?.currentTime || lesson.resumeSeconds,
    goTo: (seconds) => go.current?.(seconds),
    hold: () => {
      if (!video || video.paused) return () => undefined;
      video.pause();
      return () => void video.play().catch(() => undefined);
    },
  }), [video, lesson.resumeSeconds]);
  return (
    <div className={styles.player}>
      <PlayerStage lesson={lesson} lang={lang} labels={labels} controls={controls} video={video} setVideo={setVideo} go={go} />
      {children && <PlayerContext value={handle}>{children}</PlayerContext>}
      {transcript && transcriptSummary ? (
        <details className={styles.folded}>
          <summary>{transcriptSummary}<Icon name="chevron" size={18} /></summary>
          {transcript}
        </details>
      ) : transcript}
    </div>
  );
}
