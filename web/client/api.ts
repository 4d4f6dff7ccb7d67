import type {
  EndpointDefinition,
  EndpointInput,
  EndpointOutput,
  FileEndpoint,
  JsonEndpoint,
} from "#contract/endpoint.ts";
import type { Endpoint } from "#contract/endpoints.ts";
import type { ErrorBody, ErrorCode } from "#contract/errors.ts";

/** `unreachable`: there was no response, or one that this server did not send. */
type ApiErrorCode = ErrorCode | "unreachable";

/** A failed call. Callers compare `code`; `message` is written for people. */
export class ApiError extends Error {
  readonly code: ApiErrorCode;
  readonly status: number;
  /** The field of the request that was refused. */
  readonly path: (string | number)[] | undefined;

  constructor(
    code: ApiErrorCode,
    message: string,
    status: number,
    options: { path?: (string | number)[] | undefined; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = "ApiError";
    this.code = code;
    this.status = status;
    this.path = options.path;
  }
}

interface CallOptions {
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

type CallArguments<E extends EndpointDefinition> =
  unknown extends EndpointInput<E>
    ? [input?: CallOptions]
    : [input: EndpointInput<E> & CallOptions];

/** The endpoints by what is called, such as "GET /api/circles/:id". */
type Calls = { [E in Extract<Endpoint, JsonEndpoint> as `${E["method"]} ${E["path"]}`]: E };
export type Call = keyof Calls;
export type CallInput<C extends Call> = CallArguments<Calls[C]>;
export type CallOutput<C extends Call> = EndpointOutput<Calls[C]>;

type Files = { [E in Extract<Endpoint, FileEndpoint> as E["path"]]: E };
export type FilePath = keyof Files;
export type FileInput<P extends FilePath> = CallArguments<Files[P]>;

interface LooseInput extends CallOptions {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}

/** `callApi("GET /api/circles/:id", { params: { id } })`. @throws ApiError, also with `unreachable`. */
export async function callApi<C extends Call>(
  call: C,
  ...[input]: CallInput<C>
): Promise<CallOutput<C>> {
  const [method = "", path = ""] = call.split(" ");
  const { params, query, body, headers, signal }: LooseInput = input ?? {};
  let response: Response;
  try {
    response = await fetch(createAddress(path, params, query), {
      method,
      headers: {
        Accept: "application/json",
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
        ...headers,
      },
      body: body === undefined ? null : JSON.stringify(body),
      ...(signal === undefined ? {} : { signal }),
    });
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw unreachable(0, cause);
  }
  const answer: unknown = await response.json().catch(() => undefined);
  if (!response.ok) throw apiError(response.status, answer);
  if (answer === undefined) throw unreachable(response.status);
  return answer as CallOutput<C>;
}

/** @throws ApiError with the code of the contract, or `unreachable`, also when the transfer breaks off. */
export async function fetchFile<P extends FilePath>(
  path: P,
  ...[input]: FileInput<P>
): Promise<{ file_name: string; content: Blob }> {
  const { params, query, headers = {} }: LooseInput = input ?? {};
  let response: Response;
  try {
    response = await fetch(createAddress(path, params, query), { headers });
    if (response.ok) return { file_name: readFileName(response), content: await response.blob() };
  } catch (cause) {
    throw unreachable(0, cause);
  }
  throw apiError(response.status, await response.json().catch(() => undefined));
}

function readFileName(response: Response): string {
  const disposition = response.headers.get("content-disposition") ?? "";
  const [, encoded] = /filename\*=UTF-8''([^;]+)/.exec(disposition) ?? [];
  return encoded === undefined ? "paraline" : decodeURIComponent(encoded);
}

/** Reads the body of a failed response, even for calls that are not JSON, such as uploads. */
export function apiError(status: number, body: unknown): ApiError {
  if (!isErrorBody(body)) return unreachable(status);
  return new ApiError(body.code, body.message, status, { path: body.path });
}

function createAddress(
  path: string,
  params: Record<string, unknown> = {},
  query: Record<string, unknown> = {},
): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value));
  }
  return search.size === 0 ? filled : `${filled}?${search}`;
}

function unreachable(status: number, cause?: unknown): ApiError {
  return new ApiError(
    "unreachable",
    "Paraline could not be reached. Please check your connection and try again.",
    status,
    { cause },
  );
}

function isErrorBody(body: unknown): body is ErrorBody {
  return (
    typeof body === "object" &&
    body !== null &&
    "code" in body &&
    typeof body.code === "string" &&
    "message" in body &&
    typeof body.message === "string"
  );
}
