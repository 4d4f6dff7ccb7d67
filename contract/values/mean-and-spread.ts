/** The mean, rounded so that means of means can equal a boundary exactly. */
export function calculateMean(values: readonly number[]): number {
  return round(calculateExactMean(values));
}

/** How far apart values are: their standard deviation, rounded like their mean. */
export function calculateSpread(values: readonly number[]): number {
  const mean = calculateExactMean(values);
  return round(Math.sqrt(calculateExactMean(values.map((value) => (value - mean) ** 2))));
}

const calculateExactMean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

const round = (value: number) => Number(value.toFixed(6));
