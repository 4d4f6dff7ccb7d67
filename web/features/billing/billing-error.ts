import { ApiError } from "#web/client/api.ts";
import { serverErrorMessageOf } from "#web/client/error-message.ts";

/** Why something could not be bought or opened. `code` is undefined if that is not known. */
export interface BillingError {
  code: ApiError["code"] | undefined;
  message: string;
}

export function billingErrorOf(error: unknown, otherwise: string): BillingError {
  return {
    code: error instanceof ApiError ? error.code : undefined,
    message: serverErrorMessageOf(error, otherwise),
  };
}
