const year = new Date().getFullYear() + 1;

/** A day next year, as a date field takes it and as lists and emails show it. */
export const dayAhead = {
  value: `${year}-03-09`,
  short: `Mar 09, ${year}`,
  long: `March 9, ${year}`,
};
