export type Range = [from: number, to: number];

/** Join ranges this close, because the time between two heartbeats is not a gap. */
const joinWithinSeconds = 0.5;

/** Limit per lesson in the database and the browser. Beyond this limit, the closest ranges are joined. */
const maxStoredRanges = 1000;

export const maxReportedRanges = 500;

export function mergeRanges(...lists: ReadonlyArray<readonly Range[]>): Range[] {
  const sorted = lists
    .flat()
    .filter(([from, to]) => to > from)
    .sort((one, other) => one[0] - other[0]);
  const merged: Range[] = [];
  for (const [from, to] of sorted) {
    const last = merged.at(-1);
    if (last && from <= last[1] + joinWithinSeconds) last[1] = Math.max(last[1], to);
    else merged.push([round(from), round(to)]);
  }
  return joinClosest(merged.map(([from, to]) => [from, round(to)]));
}

function joinClosest(ranges: Range[]): Range[] {
  if (ranges.length <= maxStoredRanges) return ranges;
  const gapBefore = (index: number) => ranges[index]![0] - ranges[index - 1]![1];
  const closed = new Set(
    ranges
      .map((_range, index) => index)
      .slice(1)
      .sort((one, other) => gapBefore(one) - gapBefore(other))
      .slice(0, ranges.length - maxStoredRanges),
  );
  const joined: Range[] = [];
  for (const [index, [from, to]] of ranges.entries()) {
    if (closed.has(index)) joined.at(-1)![1] = to;
    else joined.push([from, to]);
  }
  return joined;
}

/** Inserts each range instead of merging all of them again: 500 ranges into 1000 stored ones would take a second. */
export function limitNew(knownRanges: readonly Range[], ranges: readonly Range[], maxSeconds: number): Range[] {
  let left = maxSeconds;
  const before = mergeRanges(knownRanges);
  return ranges.map(([from, to]): Range => {
    let end = from;
    for (const [gapFrom, gapTo] of gapsIn(before, [from, to])) {
      if (left <= 0) break;
      end = Math.min(gapTo, gapFrom + left);
      left -= end - gapFrom;
    }
    const limited: Range = [from, left > 0 ? to : end];
    insertRange(before, limited);
    return limited;
  });
}

function insertRange(merged: Range[], [from, to]: Range): void {
  if (to <= from) return;
  const first = firstEndingAt(merged, from - joinWithinSeconds);
  const joined: Range = [round(from), round(to)];
  let after = first;
  for (; after < merged.length && merged[after]![0] <= joined[1] + joinWithinSeconds; after += 1) {
    joined[0] = Math.min(joined[0], merged[after]![0]);
    joined[1] = Math.max(joined[1], merged[after]![1]);
  }
  merged.splice(first, after - first, joined);
}

function gapsIn(merged: readonly Range[], [from, to]: Range): Range[] {
  const gaps: Range[] = [];
  let at = from;
  for (let next = firstEndingAt(merged, from); next < merged.length && merged[next]![0] < to; next += 1) {
    const [start, end] = merged[next]!;
    if (start > at) gaps.push([at, start]);
    at = Math.max(at, end);
  }
  return at < to ? [...gaps, [at, to]] : gaps;
}

/** @returns the index of the first range that ends at `seconds` or later */
function firstEndingAt(merged: readonly Range[], seconds: number): number {
  let [low, high] = [0, merged.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (merged[middle]![1] < seconds) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Drops invalid entries of the `watched` column, so that one bad entry does not lose the others. */
export function readStoredRanges(stored: unknown): Range[] {
  return Array.isArray(stored) ? stored.filter(isRange) : [];
}

const isRange = (value: unknown): value is Range =>
  Array.isArray(value) &&
  value.length === 2 &&
  value.every((seconds) => typeof seconds === 'number' && Number.isFinite(seconds) && seconds >= 0) &&
  value[0] <= value[1];

const round = (seconds: number) => Math.round(seconds * 100) / 100;

export const watchedSecondsOf = (ranges: readonly Range[]): number =>
  round(ranges.reduce((sum, [from, to]) => sum + to - from, 0));

/** @param durationSeconds 0 if unknown */
export function clampRanges(ranges: readonly Range[], durationSeconds: number): Range[] {
  const end = durationSeconds > 0 ? durationSeconds + 1 : 86_400;
  return ranges.map(([from, to]): Range => [Math.min(from, end), Math.min(to, end)]);
}
