'use client';

import { MediaProvider } from 'media-chrome/react/media-store';
import { useRef, useState } from 'react';
import type { PlayerLesson, PlayerWords } from './player-data';
import { PlayerStage, type GoTo } from './player-stage';
import styles from './player.module.css';
import { Transcript } from './transcript';

interface Props { lesson: PlayerLesson; lang: string; words: PlayerWords }

/** Row L3 and design.md, Player: the stage with its film, and the words that are spoken in it. */
export function LessonPlayer({ lesson, lang, words }: Props) {
  const [video, setVideo] = useState<HTMLVideoElement | null>(null);
  const go = useRef<GoTo>(null);
  return (
    <div className={styles.player}>
      <MediaProvider>
        <PlayerStage lesson={lesson} lang={lang} words={words} video={video} setVideo={setVideo} go={go} />
      </MediaProvider>
      {lesson.captions.length > 0 && <Transcript captions={lesson.captions} lang={lang} words={words} video={video} onGo={(seconds) => go.current?.(seconds)} />}
    </div>
  );
}
