import type { EndpointDefinition, EndpointOutput } from "#contract/endpoint.ts";
import { isSignedOut } from "#contract/errors.ts";
import { ApiError, type CallArguments, callApi, fetchFile } from "./api.ts";
import { readAccessToken, renewSession, signOut } from "./auth.ts";

/**
 * Calls an endpoint as the signed-in owner. An answer that says the session is gone, or lacks its second step, is
 * acted upon: the guards then lead to /auth.
 * @throws ApiError with the code of the contract, or `unreachable`.
 */
export async function callOwnerApi<E extends EndpointDefinition>(
  method: E["method"],
  path: E["path"],
  ...input: CallArguments<E>
): Promise<EndpointOutput<E>> {
  const headers = await authorization();
  try {
    return await callApi<E>(method, path, ...withHeaders<E>(input, headers));
  } catch (error) {
    await followRefusal(error);
    throw error;
  }
}

/**
 * Asks for a file as the signed-in owner.
 * @throws ApiError with the code of the contract, or `unreachable`, also when it breaks off.
 */
export async function fetchOwnerFile(path: `/api/${string}`): Promise<Blob> {
  const { content } = await fetchNamedFile(path);
  return content;
}

/** The same with the name that the server gives the file. */
export async function fetchNamedFile<E extends EndpointDefinition>(
  path: E["path"],
  ...input: CallArguments<E>
): Promise<{ file_name: string; content: Blob }> {
  const headers = await authorization();
  try {
    return await fetchFile<E>(path, ...withHeaders<E>(input, headers));
  } catch (error) {
    await followRefusal(error);
    throw error;
  }
}

/** The header that says who is asking; also for uploads. */
export async function authorization(): Promise<Record<string, string>> {
  const accessToken = await readAccessToken();
  return accessToken === undefined ? {} : { Authorization: `Bearer ${accessToken}` };
}

/** What a refusal means for the session of this browser. */
export async function followRefusal(error: unknown): Promise<void> {
  if (!(error instanceof ApiError)) return;
  if (isSignedOut(error.code)) await signOut();
  if (error.code === "insufficient_aal") await renewSession();
}

function withHeaders<E extends EndpointDefinition>(
  [input]: CallArguments<E>,
  headers: Record<string, string>,
): CallArguments<E> {
  return [{ ...input, headers }] as unknown as CallArguments<E>;
}
