export interface Line {
  readonly measure: string;
  readonly goal: string;
  readonly ours: string;
  readonly reference: string;
  /** Median of the rounds, or null if there is no reference. */
  readonly ratio: number | null;
  readonly spread: readonly [number, number] | null;
  /** Null if the line could not be measured. `note` says why. */
  readonly met: boolean | null;
  readonly note?: string;
  readonly details?: unknown;
}

export function computeMedian(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}

export function computePercentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

export const formatSpread = (values: readonly number[], digits: number): string =>
  `${Math.min(...values).toFixed(digits)}–${Math.max(...values).toFixed(digits)}`;

/** Compares round by round, because the contestants alternate. */
export function compareRounds(
  ours: readonly number[],
  reference: readonly number[],
): { ratio: number; spread: [number, number] } {
  const all = ours.map((value, round) => value / (reference[round] ?? Number.NaN));
  return { ratio: computeMedian(all), spread: [Math.min(...all), Math.max(...all)] };
}

export const createUnmeasuredLine = (measure: string, goal: string, note: string): Line => ({
  measure,
  goal,
  ours: '–',
  reference: '–',
  ratio: null,
  spread: null,
  met: null,
  note,
});

const formatVerdict = (line: Line): string => (line.met === null ? 'not measured' : line.met ? 'met' : 'SHORT');

const formatNumber = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toFixed(2));

export function formatTable(lines: readonly Line[]): string {
  const head = ['measure', 'goal', 'ours', 'reference', 'ratio (spread)', ''];
  const rows = lines.map((line) => [
    line.measure,
    line.goal,
    line.ours,
    line.reference,
    line.ratio === null
      ? ''
      : `${formatNumber(line.ratio)}${line.spread ? ` (${line.spread.map(formatNumber).join('–')})` : ''}`,
    formatVerdict(line),
  ]);
  const text = [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
  const notes = lines.filter((line) => line.note).map((line) => `- ${line.measure}: ${line.note}`);
  return notes.length > 0 ? `${text}\n\n${notes.join('\n')}` : text;
}
