/** Two to four round whole numbers from nought to a little above the largest value. */
export function ticksOf(most: number): number[] {
  if (most <= 0) return [0, 1];
  const rough = most / 3;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((each) => each >= rough && Number.isInteger(each)) ?? 1;
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_, index) => index * step);
}
