import { ApiError } from "#web/client/api.ts";
import { refusalMessageOf } from "#web/client/error-message.ts";

/** Why something could not be bought or opened. `code`: undefined where that is not known. */
export interface Refusal {
  code: ApiError["code"] | undefined;
  message: string;
}

export function refusalOf(error: unknown, otherwise: string): Refusal {
  return {
    code: error instanceof ApiError ? error.code : undefined,
    message: refusalMessageOf(error, otherwise),
  };
}
