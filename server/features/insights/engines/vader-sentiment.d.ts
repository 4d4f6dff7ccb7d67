declare module "vader-sentiment" {
  const vader: {
    SentimentIntensityAnalyzer: {
      /** `compound` from -1 to 1; 0 for what is not in its list. */
      polarity_scores(text: string): { compound: number };
    };
  };
  export default vader;
}
