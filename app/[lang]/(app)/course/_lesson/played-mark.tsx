'use client';

import { useSyncExternalStore } from 'react';
import { onPlayedChange, playedText } from '../../../_course/played-store';
import { Icon } from '../../../_ui/icon';
import { VisuallyHidden } from '../../../_ui/visually-hidden';

type Props = { courseSlug: string; file: string; isPlayed: boolean; words: { played: string; notPlayed: string } };

/** Row L1: the server's word, and what this browser has played since. */
export function PlayedMark({ courseSlug, file, isPlayed, words }: Props) {
  const text = useSyncExternalStore(onPlayedChange, () => playedText(courseSlug), () => '[]');
  const shown = isPlayed || (JSON.parse(text) as string[]).includes(file);
  return (
    <>
      <Icon name={shown ? 'check-circle' : 'play'} size={20} />
      <VisuallyHidden>{shown ? words.played : words.notPlayed}</VisuallyHidden>
    </>
  );
}
