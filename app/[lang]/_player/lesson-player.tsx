'use client';

import { MediaProvider } from 'media-chrome/react/media-store';
import { useRef, useState } from 'react';
import { Icon } from '../_ui/icon';
import type { PlayerLesson, PlayerLabels } from './player-data';
import { PlayerStage, type GoTo } from './player-stage';
import styles from './player.module.css';
import { Transcript } from './transcript';

interface Props {
  lesson: PlayerLesson;
  lang: string;
  labels: PlayerLabels;
  /** The transcript is folded away under it. */
  transcriptSummary?: string;
}

/** Row L3: the stage with its video, and the transcript. */
export function LessonPlayer({ lesson, lang, labels, transcriptSummary }: Props) {
  const [video, setVideo] = useState<HTMLVideoElement | null>(null);
  const go = useRef<GoTo>(null);
  const transcript = lesson.captions.length > 0 && <Transcript captions={lesson.captions} lang={lang} labels={labels} video={video} onGo={(seconds) => go.current?.(seconds)} />;
  return (
    <div className={styles.player}>
      <MediaProvider>
        <PlayerStage lesson={lesson} lang={lang} labels={labels} video={video} setVideo={setVideo} go={go} />
      </MediaProvider>
      {transcript && transcriptSummary ? (
        <details className={styles.folded}>
          <summary>{transcriptSummary}<Icon name="chevron" size={18} /></summary>
          {transcript}
        </details>
      ) : transcript}
    </div>
  );
}
