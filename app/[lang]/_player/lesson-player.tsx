'use client';

import { MediaProvider } from 'media-chrome/react/media-store';
import { useRef, useState } from 'react';
import type { PlayerLesson, PlayerLabels } from './player-data';
import { PlayerStage, type GoTo } from './player-stage';
import styles from './player.module.css';
import { Transcript } from './transcript';

interface Props { lesson: PlayerLesson; lang: string; labels: PlayerLabels }

/** Row L3: the stage with its video, and the transcript. */
export function LessonPlayer({ lesson, lang, labels }: Props) {
  const [video, setVideo] = useState<HTMLVideoElement | null>(null);
  const go = useRef<GoTo>(null);
  return (
    <div className={styles.player}>
      <MediaProvider>
        <PlayerStage lesson={lesson} lang={lang} labels={labels} video={video} setVideo={setVideo} go={go} />
      </MediaProvider>
      {lesson.captions.length > 0 && <Transcript captions={lesson.captions} lang={lang} labels={labels} video={video} onGo={(seconds) => go.current?.(seconds)} />}
    </div>
  );
}
