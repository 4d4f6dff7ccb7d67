const year = new Date().getFullYear() + 1;

/** A day next year, in the form for a date field and in the form that lists and emails show. */
export const dayAhead = {
  value: `${year}-03-09`,
  short: `Mar 09, ${year}`,
  long: `March 9, ${year}`,
};
