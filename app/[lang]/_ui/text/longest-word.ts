import type { CSSProperties } from 'react';

/** `--longest-word`, in letters: a style sheet can set a line so small that no word of it is broken in two. */
export const longestWord = (text: string) =>
  ({ '--longest-word': Math.max(1, ...text.split(/[\s-]+/).map((word) => word.length)) }) as CSSProperties;
