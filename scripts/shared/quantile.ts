/** The value below which this share of the numbers lies. */
export const quantile = (numbers: number[], share: number): number => {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
};

export const median = (numbers: number[]) => quantile(numbers, 0.5);
