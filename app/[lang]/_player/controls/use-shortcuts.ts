import { useEffect } from 'react';
import { hasShortcuts } from '../preferences';

export interface PlayerActions {
  toggle(): void;
  seekBy(seconds: number): void;
  toggleFullscreen(): void;
  toggleMute(): void;
  toggleCaptions(): void;
}

const typing = 'input:not([type=range]), textarea, select, [contenteditable=true], dialog[open]';
const pressing = 'button, a, summary, input[type=range]';

/**
 * Space and k, arrows and j/l, f, m, c; the same keys in Arabic, where the timeline runs left to right too.
 * @param stage where the keys count while it has the focus; undefined: everywhere on the page
 */
export function useShortcuts(actions: PlayerActions, stage: HTMLElement | null | undefined): void {
  useEffect(() => onKeys({
    k: actions.toggle, ' ': actions.toggle,
    arrowright: () => actions.seekBy(5), arrowleft: () => actions.seekBy(-5),
    l: () => actions.seekBy(10), j: () => actions.seekBy(-10),
    f: actions.toggleFullscreen, m: actions.toggleMute, c: actions.toggleCaptions,
  }, stage === undefined ? document : stage), [actions, stage]);
}

/** Does the work of a key, but not while somebody types or a dialog is open, nor for who has switched the shortcuts off. @returns what ends it */
export function onKeys(work: Readonly<Record<string, () => void>>, scope: EventTarget | null): () => void {
  const listen = (event: Event) => {
    if (!(event instanceof KeyboardEvent)) return;
    const target = event.target as Element;
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || target.closest(typing)) return;
    const key = keyOf(event);
    if (target.closest(pressing) && (key === ' ' || key.startsWith('arrow'))) return;
    const act = work[key];
    if (!act || !hasShortcuts()) return;
    event.preventDefault();
    act();
  };
  scope?.addEventListener('keydown', listen);
  return () => scope?.removeEventListener('keydown', listen);
}

/** Letters by their place on the keyboard: an Arabic layout has no k. */
function keyOf(event: KeyboardEvent): string {
  const letter = /^Key([A-Z])$/.exec(event.code)?.[1];
  return (letter ?? event.key).toLowerCase();
}
