declare module "vader-sentiment" {
  /** `compound` is from -1 to 1. */
  const vader: {
    SentimentIntensityAnalyzer: { polarity_scores(text: string): { compound: number } };
  };
  export default vader;
}
