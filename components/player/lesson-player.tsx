'use client';

import { type ComponentType, type ReactNode, useMemo, useRef, useState } from 'react';
import { useLocalPosition } from '@/components/player/progress/local-progress';
import { Icon } from '@/components/ui/icon';
import type { ControlsProps } from './controls/controls';
import { PlayerContext, type PlayerHandle } from './player-context';
import type { PlayerLabels, PlayerLesson } from './player-data';
import { PlayerStage, type StageHandle } from './player-stage';
import { Transcript } from './transcript';
import { playVideo } from './video-element';
import styles from './player.module.css';

interface Props {
  lesson: PlayerLesson;
  lang: string;
  labels: PlayerLabels;
  controls?: ComponentType<ControlsProps>;
  transcriptSummary?: string;
  children?: ReactNode;
}

/** Row L3: plays a lesson. Add a `LessonProgress` as a child to report progress. */
export function LessonPlayer({ lesson: rendered, lang, labels, controls, transcriptSummary, children }: Props) {
  const lesson = useLocalPosition(rendered);
  const [video, setVideo] = useState<HTMLVideoElement | null>(null);
  const stage = useRef<StageHandle>(null);
  const transcript = lesson.captions.length > 0 && (
    <Transcript
      captions={lesson.captions}
      lang={lang}
      labels={labels}
      video={video}
      onGo={(seconds) => stage.current?.goTo(seconds)}
    />
  );
  const handle = useMemo(
    (): PlayerHandle => ({
      video,
      seconds: () => video?.currentTime || lesson.resumeSeconds,
      goTo: (seconds) => stage.current?.goTo(seconds),
      handleRefusedReport: (isCourseOver) => stage.current?.handleRefusedReport(isCourseOver),
      hold: () => {
        if (!video || video.paused) return () => undefined;
        video.pause();
        return () => void playVideo(video);
      },
    }),
    [video, lesson.resumeSeconds],
  );
  return (
    <div className={styles.player}>
      <PlayerStage
        lesson={lesson}
        lang={lang}
        labels={labels}
        controls={controls}
        video={video}
        setVideo={setVideo}
        handle={stage}
      />
      {children && <PlayerContext value={handle}>{children}</PlayerContext>}
      {transcript && transcriptSummary ? (
        <details className={styles.folded}>
          <summary>
            {transcriptSummary}
            <Icon name="chevron" size={18} />
          </summary>
          {transcript}
        </details>
      ) : (
        transcript
      )}
    </div>
  );
}
