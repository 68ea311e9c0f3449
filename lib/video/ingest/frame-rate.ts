/** What browsers and segments get along with; the first one that fits is taken. */
const rates: ReadonlyArray<[name: string, value: number]> = [['30', 30], ['25', 25], ['24', 24], ['30000/1001', 30_000 / 1001], ['24000/1001', 24_000 / 1001]];

/** Pictures of a steady video lie as far apart as its rate says, within the rounding of containers. */
const steadyShare = 0.95;

function measure(times: readonly number[]): { perSecond: number; isSteady: boolean } {
  const sorted = times.toSorted((one, other) => one - other);
  const gaps = sorted.slice(1).map((at, index) => at - sorted[index]!).filter((gap) => gap > 0).toSorted((one, other) => one - other);
  const median = gaps[Math.floor(gaps.length / 2)] ?? 1;
  const usual = gaps.filter((gap) => Math.abs(gap - median) <= Math.max(0.0021, median * 0.1));
  return { perSecond: usual.length / usual.reduce((sum, gap) => sum + gap, 0), isSteady: usual.length >= gaps.length * steadyShare };
}

const isWhole = (number: number): boolean => Math.round(number) > 0 && Math.abs(number - Math.round(number)) < 0.004 * Math.round(number);

/**
 * A constant rate of 24 to 30 pictures a second, of which the video's own is a multiple or a part where there is such a one:
 * 120 becomes 30, 50 becomes 25, 5 becomes 30. Rates that change become 30, unless most pictures keep one.
 * @param times when each picture is shown, in any order
 */
export function outputRate(times: readonly number[]): { rate: string; isChanged: boolean } {
  const { perSecond, isSteady } = measure(times);
  const fitting = rates.find(([, rate]) => isWhole(perSecond / rate) || isWhole(rate / perSecond));
  const [name, value] = fitting ?? rates[0]!;
  return { rate: name, isChanged: !isSteady || Math.abs(perSecond - value) > 0.1 };
}
