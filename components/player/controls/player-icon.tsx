const outlines = {
  play: 'M7 4.5v15l12-7.5z',
  pause: 'M7 4h3.5v16H7zM13.5 4H17v16h-3.5z',
  sound: 'M4 9v6h4l5 4V5L8 9zM16 8.5a5 5 0 0 1 0 7M18.5 6a8.5 8.5 0 0 1 0 12',
  muted: 'M4 9v6h4l5 4V5L8 9zM16.5 9.5l5 5m0-5-5 5',
  captions:
    'M4 5h16a1.5 1.5 0 0 1 1.5 1.5v11A1.5 1.5 0 0 1 20 19H4a1.5 1.5 0 0 1-1.5-1.5v-11A1.5 1.5 0 0 1 4 5zM10.5 10.5a2.2 2.2 0 1 0 0 3M17.5 10.5a2.2 2.2 0 1 0 0 3',
  settings: 'M4 7h10M18 7h2M4 17h2M10 17h10M16 4.5v5M8 14.5v5',
  fullscreen: 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5',
  window: 'M9 4v5H4M20 9h-5V4M15 20v-5h5M4 15h5v5',
  pip: 'M3 5h18v14H3zM12.5 12.5H19V17h-6.5z',
  back: 'M11 7 4 12l7 5zM20 7l-7 5 7 5z',
  restart: 'M5 5h2.5v14H5zM19 5v14L8.5 12z',
  forward: 'm13 7 7 5-7 5zM4 7l7 5-7 5z',
  chevron: 'm6 9 6 6 6-6',
} as const;

export type PlayerIconName = keyof typeof outlines;

const filled: ReadonlySet<PlayerIconName> = new Set(['play', 'pause', 'back', 'restart', 'forward']);

/** Media icons look the same in both writing directions, so these never flip. */
export function PlayerIcon({ name, size = 24 }: { name: PlayerIconName; size?: number }) {
  const look = filled.has(name)
    ? { fill: 'currentColor' }
    : {
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 1.8,
        strokeLinecap: 'round' as const,
        strokeLinejoin: 'round' as const,
      };
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false" {...look}>
      <path d={outlines[name]} />
    </svg>
  );
}
