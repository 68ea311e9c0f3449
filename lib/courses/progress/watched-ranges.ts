export type Range = [from: number, to: number];

/** Pauses between two heartbeats shorter than this are not gaps. */
const joinWithinSeconds = 0.5;

/** Sorted, without overlaps. Union only: what was watched once stays watched. */
export function mergeRanges(...lists: ReadonlyArray<readonly Range[]>): Range[] {
  const sorted = lists.flat().filter(([from, to]) => to > from).sort((one, other) => one[0] - other[0]);
  const merged: Range[] = [];
  for (const [from, to] of sorted) {
    const last = merged.at(-1);
    if (last && from <= last[1] + joinWithinSeconds) last[1] = Math.max(last[1], to);
    else merged.push([round(from), round(to)]);
  }
  return merged.map(([from, to]) => [from, round(to)]);
}

const round = (seconds: number) => Math.round(seconds * 100) / 100;

export const watchedSecondsOf = (ranges: readonly Range[]): number => round(ranges.reduce((sum, [from, to]) => sum + to - from, 0));

/** @param durationSeconds 0 when unknown */
export function clampRanges(ranges: readonly Range[], durationSeconds: number): Range[] {
  const end = durationSeconds > 0 ? durationSeconds + 1 : 86_400;
  return ranges.map(([from, to]): Range => [Math.min(from, end), Math.min(to, end)]);
}
