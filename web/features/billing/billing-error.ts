import { ApiError } from "#web/client/api.ts";
import { serverErrorMessageOf } from "#web/client/error-message.ts";

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
