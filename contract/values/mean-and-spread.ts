/** The mean, rounded so that means of means can equal a boundary exactly. */
export function meanOf(values: readonly number[]): number {
  return round(exactMeanOf(values));
}

/** How far apart values are: their standard deviation, rounded like their mean. */
export function spreadOf(values: readonly number[]): number {
  const mean = exactMeanOf(values);
  return round(Math.sqrt(exactMeanOf(values.map((value) => (value - mean) ** 2))));
}

const exactMeanOf = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

const round = (value: number) => Number(value.toFixed(6));
