import type { S3Client } from "@aws-sdk/client-s3";
import type { BucketConfig } from "#server/config/bucket.ts";
import { openOnce } from "./open-once.ts";
import { UnavailableError } from "./unavailable-error.ts";

/** How long one call may take, including retries. People wait for many of these calls. */
const timeoutMs = 20_000;
const attempts = 3;
const attemptTimeoutMs = 8_000;
const connectMs = 3_000;

/** The library is loaded only if there is a bucket, because it takes thirty megabytes and a third of a second. */
const loadSdk = () => import("@aws-sdk/client-s3");
type Sdk = Awaited<ReturnType<typeof loadSdk>>;

/** The objects of a bucket. Every call throws an UnavailableError for anything that the service refuses. */
export interface Bucket {
  /** Stores an object completely or not at all. Replaces an object with the same key. */
  put(key: string, content: Uint8Array | string, headers?: ObjectHeaders): Promise<void>;
  /** The object; undefined if there is none. */
  find(key: string): Promise<Uint8Array | undefined>;
  /** Removes an object. Does nothing if there is none. */
  remove(key: string): Promise<void>;
  /** Every key that begins with a prefix. */
  listKeys(prefix: string): AsyncIterable<string>;
}

interface ObjectHeaders {
  CacheControl?: string;
  ContentType?: string;
}

/** A bucket of AWS S3 or of a service that is compatible with it. Nothing is connected before the first call. */
export function openBucket(settings: BucketConfig): Bucket {
  const open = openOnce(async () => {
    const sdk = await loadSdk();
    return { sdk, client: openClient(sdk, settings) };
  });
  const inBucket = (key: string) => ({ Bucket: settings.name, Key: key });

  return {
    async put(key, content, headers = {}) {
      await call("PutObject", open, ({ sdk, client }, options) =>
        client.send(
          new sdk.PutObjectCommand({ ...inBucket(key), Body: content, ...headers }),
          options,
        ),
      );
    },
    find: (key) =>
      call("GetObject", open, async ({ sdk, client }, options) => {
        try {
          const { Body } = await client.send(new sdk.GetObjectCommand(inBucket(key)), options);
          return await Body?.transformToByteArray();
        } catch (error) {
          if (error instanceof sdk.NoSuchKey) return undefined;
          throw error;
        }
      }),
    async remove(key) {
      await call("DeleteObject", open, ({ sdk, client }, options) =>
        client.send(new sdk.DeleteObjectCommand(inBucket(key)), options),
      );
    },
    async *listKeys(prefix) {
      let token: string | undefined;
      do {
        const page = await call("ListObjectsV2", open, ({ sdk, client }, options) =>
          client.send(
            new sdk.ListObjectsV2Command({
              Bucket: settings.name,
              Prefix: prefix,
              ContinuationToken: token,
            }),
            options,
          ),
        );
        for (const { Key } of page.Contents ?? []) if (Key !== undefined) yield Key;
        token = page.NextContinuationToken;
      } while (token !== undefined);
    },
  };
}

function openClient({ S3Client }: Sdk, settings: BucketConfig): S3Client {
  return new S3Client({
    region: settings.region,
    // MinIO and most others have the bucket in the path; AWS has it in the host name.
    ...(settings.endpoint !== undefined && { endpoint: settings.endpoint, forcePathStyle: true }),
    // Settings of other programs on this machine are ignored.
    ignoreConfiguredEndpointUrls: true,
    credentials: { accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey },
    maxAttempts: attempts,
    requestHandler: {
      connectionTimeout: connectMs,
      requestTimeout: attemptTimeoutMs,
      throwOnRequestTimeout: true,
    },
    // Not every service supports optional checksums. The signature includes a checksum of what is sent anyway.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  });
}

/** Makes one call within the time limit. @throws UnavailableError for anything that the service refuses */
async function call<Opened, Result>(
  name: string,
  open: () => Promise<Opened>,
  send: (opened: Opened, options: { abortSignal: AbortSignal }) => Promise<Result>,
): Promise<Result> {
  const opened = await open();
  try {
    return await send(opened, { abortSignal: AbortSignal.timeout(timeoutMs) });
  } catch (error) {
    throw new UnavailableError(`The bucket: ${name} failed (${findErrorName(error)})`);
  }
}

/** Only the name and the status of an error: the text from S3 contains the id of the key, and what was signed. */
function findErrorName(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const { $metadata, code } = error as { $metadata?: { httpStatusCode?: number }; code?: unknown };
  const parts = [error.name, code, $metadata?.httpStatusCode];
  return parts.filter((part) => typeof part === "string" || typeof part === "number").join(", ");
}
