/** What browsers and segments get along with; the one that fits best is taken, the first of those that fit as well. */
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

/** How far a number is from a whole one, as a share of it. */
const distance = (number: number): number => (Math.round(number) > 0 ? Math.abs(number - Math.round(number)) / Math.round(number) : Infinity);
const largestDistance = 0.004;

/**
 * A constant rate of 24 to 30 pictures a second, of which the video's own is a multiple or a part where there is such a one:
 * 120 becomes 30, 50 becomes 25, 5 becomes 30. Rates that change become 30, unless most pictures keep one.
 * @param times when each picture is shown, in any order
 */
export function outputRate(times: readonly number[]): { rate: string; isChanged: boolean } {
  const { perSecond, isSteady } = measure(times);
  const distances = rates.map(([, rate]) => Math.min(distance(perSecond / rate), distance(rate / perSecond)));
  const least = Math.min(...distances);
  // 24 and 24000/1001 are a thousandth apart; what is measured is finer.
  const nearest = least < largestDistance ? distances.findIndex((each) => each < least + 0.0003) : 0;
  const [name, value] = rates[nearest]!;
  return { rate: name, isChanged: !isSteady || Math.abs(perSecond - value) > 0.1 };
}
