import type {
  EndpointDefinition,
  EndpointOutput,
  FileEndpoint,
  JsonEndpoint,
} from "#contract/endpoint.ts";
import { isSignedOut } from "#contract/errors.ts";
import { ApiError, type CallArguments, callApi, fetchFile } from "./api.ts";
import { readAccessToken, renewSession, signOut } from "./auth/auth.ts";

/**
 * Calls an endpoint as the signed-in owner.
 * @throws ApiError with the code of the contract, or `unreachable`.
 */
export function callOwnerApi<E extends JsonEndpoint>(
  method: E["method"],
  path: E["path"],
  ...input: CallArguments<E>
): Promise<EndpointOutput<E>> {
  return callAsOwner((headers) => callApi<E>(method, path, ...withHeaders<E>(input, headers)));
}

/** The same for a query, which cancels the call when the response is no longer wanted. */
export function readAsOwner<E extends JsonEndpoint>(path: E["path"], ...[input]: CallArguments<E>) {
  return ({ signal }: { signal: AbortSignal }) =>
    callOwnerApi<E>("GET", path, ...([{ ...input, signal }] as unknown as CallArguments<E>));
}

/**
 * Fetches a file as the signed-in owner, with the name that the server gives it.
 * @throws ApiError with the code of the contract, or `unreachable`, also when the transfer breaks off.
 */
export function fetchOwnerFile<E extends FileEndpoint>(
  path: E["path"],
  ...input: CallArguments<E>
): Promise<{ file_name: string; content: Blob }> {
  return callAsOwner((headers) => fetchFile<E>(path, ...withHeaders<E>(input, headers)));
}

/**
 * Makes a call with the owner's authorization header. If the response says that the session is gone or lacks its second
 * step, the session is updated, and the guards lead to /auth.
 */
export async function callAsOwner<T>(
  call: (headers: Record<string, string>) => Promise<T>,
): Promise<T> {
  const accessToken = await readAccessToken();
  try {
    return await call(bearer(accessToken)).catch(async (error: unknown) => {
      // The server may have replaced its signing key; only the access token is invalid then.
      if (!(error instanceof ApiError) || error.code !== "bad_jwt") throw error;
      if ((await readAccessToken()) === accessToken) await renewSession();
      const renewed = await readAccessToken();
      if (renewed === undefined || renewed === accessToken) throw error;
      return call(bearer(renewed));
    });
  } catch (error) {
    if (error instanceof ApiError && isSignedOut(error.code)) await signOut();
    if (error instanceof ApiError && error.code === "insufficient_aal") await renewSession();
    throw error;
  }
}

function bearer(accessToken: string | undefined): Record<string, string> {
  return accessToken === undefined ? {} : { Authorization: `Bearer ${accessToken}` };
}

function withHeaders<E extends EndpointDefinition>(
  [input]: CallArguments<E>,
  headers: Record<string, string>,
): CallArguments<E> {
  return [{ ...input, headers }] as unknown as CallArguments<E>;
}
