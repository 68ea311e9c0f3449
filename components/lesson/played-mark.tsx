'use client';

import { useTranslations } from 'next-intl';
import { useSyncExternalStore } from 'react';
import { onPlayedChange, type PlayedPlace, playedText } from '@/components/player/progress/local-progress';
import { Icon } from '@/components/ui/icon';
import { VisuallyHidden } from '@/components/ui/text/visually-hidden';
import styles from './lesson-list.module.css';

/** Row L1: returns the lessons played in this browser, some of which the server may not know yet. */
function usePlayedLessons(place: PlayedPlace): string[] {
  return JSON.parse(
    useSyncExternalStore(
      onPlayedChange,
      () => playedText(place),
      () => '[]',
    ),
  ) as string[];
}

interface CountProps extends PlayedPlace {
  files: string[];
  playedFiles: string[];
}

export function PlayedCount({ userId, courseSlug, files, playedFiles }: CountProps) {
  const t = useTranslations('courses');
  const playedHere = usePlayedLessons({ userId, courseSlug });
  const played = files.filter((file) => playedFiles.includes(file) || playedHere.includes(file)).length;
  return (
    <p className={styles.count}>
      <progress max={files.length} value={played} aria-label={t('progress')} />
      <span>{t('played_of', { played, total: files.length })}</span>
    </p>
  );
}

interface Props extends PlayedPlace {
  file: string;
  isPlayed: boolean;
}

export function PlayedMark({ userId, courseSlug, file, isPlayed }: Props) {
  const t = useTranslations('courses');
  const playedHere = usePlayedLessons({ userId, courseSlug });
  const isShownPlayed = isPlayed || playedHere.includes(file);
  return (
    <>
      <Icon name={isShownPlayed ? 'check-circle' : 'play'} size={20} />
      <VisuallyHidden>{t(isShownPlayed ? 'played' : 'not_played')}</VisuallyHidden>
    </>
  );
}
