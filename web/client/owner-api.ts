import { isSignedOut } from "#contract/errors.ts";
import {
  ApiError,
  type Call,
  type CallInput,
  type CallOutput,
  callApi,
  type FileInput,
  type FilePath,
  fetchFile,
} from "./api.ts";
import { readAccessToken, renewSession, signOut } from "./auth/auth.ts";

export function callOwnerApi<C extends Call>(
  call: C,
  ...input: CallInput<C>
): Promise<CallOutput<C>> {
  return callAsOwner((headers) => callApi(call, ...withHeaders(input, headers)));
}

export function fetchOwnerFile<P extends FilePath>(
  path: P,
  ...input: FileInput<P>
): Promise<{ file_name: string; content: Blob }> {
  return callAsOwner((headers) => fetchFile(path, ...withHeaders(input, headers)));
}

/** If the session is gone or lacks its second step, it is updated, and the guards lead to /auth. */
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

function withHeaders<Input extends readonly [object?]>(
  [input]: Input,
  headers: Record<string, string>,
): Input {
  return [{ ...input, headers }] as unknown as Input;
}
