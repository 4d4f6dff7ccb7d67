/** How long a payment that is on its way may take, for example a bank debit, and some days more. */
export const pendingPaymentDays = 35;
