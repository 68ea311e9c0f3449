import type { ComponentProps } from 'react';
import { PlayerIcon } from './player-icon';
import styles from '@/components/player/player.module.css';

/** Draws its own arrow: a native select in WebKit is white, under the player's light text. */
export function PlayerSelect(select: ComponentProps<'select'>) {
  return (
    <span className={styles.select}>
      <select {...select} />
      <PlayerIcon name="chevron" size={16} />
    </span>
  );
}
