'use client';

import { useSyncExternalStore } from 'react';
import { onPlayedChange, playedText, type PlayedPlace } from '../../../_player/progress/played-store';
import { Icon } from '../../../_ui/icon';
import { VisuallyHidden } from '../../../_ui/text/visually-hidden';
import styles from './lesson-list.module.css';

/** Row L1: what the server knows, and what this browser has played since. Marks and count read the same. */
function usePlayed(place: PlayedPlace): string[] {
  return JSON.parse(useSyncExternalStore(onPlayedChange, () => playedText(place), () => '[]')) as string[];
}

interface CountProps extends PlayedPlace { files: string[]; playedFiles: string[]; /** The sentence for each number, from 0 on. */ counts: string[]; label: string }

export function PlayedCount({ userId, courseSlug, files, playedFiles, counts, label }: CountProps) {
  const here = usePlayed({ userId, courseSlug });
  const played = files.filter((file) => playedFiles.includes(file) || here.includes(file)).length;
  return (
    <p className={styles.count}>
      <progress max={files.length} value={played} aria-label={label} />
      <span>{counts[played]}</span>
    </p>
  );
}

interface Props extends PlayedPlace { file: string; isPlayed: boolean; labels: { played: string; notPlayed: string } }

export function PlayedMark({ userId, courseSlug, file, isPlayed, labels }: Props) {
  const here = usePlayed({ userId, courseSlug });
  const shown = isPlayed || here.includes(file);
  return (
    <>
      <Icon name={shown ? 'check-circle' : 'play'} size={20} />
      <VisuallyHidden>{shown ? labels.played : labels.notPlayed}</VisuallyHidden>
    </>
  );
}
