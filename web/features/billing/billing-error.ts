import { ApiError } from "#web/client/api.ts";
import { formatServerError } from "#web/client/error-message.ts";

export interface BillingError {
  code: ApiError["code"] | undefined;
  message: string;
}

export function createBillingError(error: unknown, otherwise: string): BillingError {
  return {
    code: error instanceof ApiError ? error.code : undefined,
    message: formatServerError(error, otherwise),
  };
}
