import type { S3Client } from "@aws-sdk/client-s3";
import type { CoversBucket } from "#server/config/covers-bucket.ts";
import { isUuid } from "#server/db/uuid.ts";
import { UnavailableError } from "#server/system/unavailable-error.ts";
import { coverCacheControl, coverExtensionOf, coverTypes } from "./cover-files.ts";
import type { CoverStore, MovableCovers } from "./cover-store.ts";

/** As under DATA_DIR and in backups. */
const prefix = "covers/";
const keyOf = (ownerId: string, fileName: string) => `${prefix}${ownerId}/${fileName}`;

/** How long one call may take with its repetitions. Somebody waits for most of them. */
const timeoutMs = 20_000;
const attempts = 3;
const attemptTimeoutMs = 8_000;
const connectMs = 3_000;

/** Loaded where there is a bucket, because it takes thirty megabytes of every process and a third of a second. */
const loadSdk = () => import("@aws-sdk/client-s3");
type Sdk = Awaited<ReturnType<typeof loadSdk>>;

/** Keeps covers in a bucket of AWS S3 or of a service that is compatible with it. */
export function createS3CoverStore(bucket: CoversBucket): CoverStore & MovableCovers {
  let opening: Promise<{ sdk: Sdk; client: S3Client }> | undefined;
  const open = () => {
    opening ??= loadSdk().then((sdk) => ({ sdk, client: openClient(sdk, bucket) }));
    return opening;
  };
  const inBucket = (key: string) => ({ Bucket: bucket.name, Key: key });

  const put = (key: string, content: Uint8Array, headers: Record<string, string>) =>
    call("PutObject", open, ({ sdk, client }, options) =>
      client.send(
        new sdk.PutObjectCommand({ ...inBucket(key), Body: content, ...headers }),
        options,
      ),
    );
  const remove = (key: string) =>
    call("DeleteObject", open, ({ sdk, client }, options) =>
      client.send(new sdk.DeleteObjectCommand(inBucket(key)), options),
    );

  async function* listKeys(under: string): AsyncGenerator<string> {
    let token: string | undefined;
    do {
      const page = await call("ListObjectsV2", open, ({ sdk, client }, options) =>
        client.send(
          new sdk.ListObjectsV2Command({
            Bucket: bucket.name,
            Prefix: under,
            ContinuationToken: token,
          }),
          options,
        ),
      );
      for (const { Key } of page.Contents ?? []) if (Key !== undefined) yield Key;
      token = page.NextContinuationToken;
    } while (token !== undefined);
  }

  return {
    async put(ownerId, fileName, picture) {
      const extension = coverExtensionOf(fileName);
      await put(keyOf(ownerId, fileName), picture, {
        // Whoever reads the bucket by its public address sees these.
        CacheControl: coverCacheControl,
        ...(extension && { ContentType: coverTypes[extension] }),
      });
    },
    find: (ownerId, fileName) =>
      call("GetObject", open, async ({ sdk, client }, options) => {
        const command = new sdk.GetObjectCommand(inBucket(keyOf(ownerId, fileName)));
        try {
          const { Body } = await client.send(command, options);
          return await Body?.transformToByteArray();
        } catch (error) {
          if (error instanceof sdk.NoSuchKey) return undefined;
          throw error;
        }
      }),
    async findPublicAddress(ownerId, fileName) {
      const { publicUrl } = bucket;
      return publicUrl === undefined ? undefined : `${publicUrl}/${keyOf(ownerId, fileName)}`;
    },
    async remove(ownerId, fileName) {
      await remove(keyOf(ownerId, fileName));
    },
    async list(ownerId) {
      const folder = keyOf(ownerId, "");
      const names: string[] = [];
      for await (const key of listKeys(folder)) names.push(key.slice(folder.length));
      return names;
    },
    // One by one: the call for many at once needs a checksum that not every service knows.
    async removeAll(ownerId) {
      for await (const key of listKeys(keyOf(ownerId, ""))) await remove(key);
    },
    async checkWrites() {
      const key = `${prefix}.write-check`;
      await put(key, Buffer.from("ready\n"), { ContentType: "text/plain" });
      await remove(key);
    },
    async *listAll() {
      for await (const key of listKeys(prefix)) {
        const [ownerId = "", fileName = "", ...more] = key.slice(prefix.length).split("/");
        if (more.length > 0 || !isUuid(ownerId) || !coverExtensionOf(fileName)) continue;
        yield { owner_id: ownerId, file_name: fileName };
      }
    },
  };
}

function openClient({ S3Client }: Sdk, bucket: CoversBucket): S3Client {
  return new S3Client({
    region: bucket.region,
    // MinIO and most others know buckets by the path alone; AWS by the host.
    ...(bucket.endpoint !== undefined && { endpoint: bucket.endpoint, forcePathStyle: true }),
    // Settings of other programs on this machine do not count.
    ignoreConfiguredEndpointUrls: true,
    credentials: { accessKeyId: bucket.accessKeyId, secretAccessKey: bucket.secretAccessKey },
    maxAttempts: attempts,
    requestHandler: {
      connectionTimeout: connectMs,
      requestTimeout: attemptTimeoutMs,
      throwOnRequestTimeout: true,
    },
    // Those that are not required are not known by every service. The signature includes a checksum of what is sent.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  });
}

/** Does one call within the time that it may take. @throws UnavailableError for all that the service refuses */
async function call<Opened, Result>(
  name: string,
  open: () => Promise<Opened>,
  send: (opened: Opened, options: { abortSignal: AbortSignal }) => Promise<Result>,
): Promise<Result> {
  const opened = await open();
  try {
    return await send(opened, { abortSignal: AbortSignal.timeout(timeoutMs) });
  } catch (error) {
    throw new UnavailableError(`The bucket of the covers: ${name} failed (${nameOf(error)})`);
  }
}

/** Only how it is named and its status: what S3 writes about a refusal contains the id of the key, and what was signed. */
function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const { $metadata, code } = error as { $metadata?: { httpStatusCode?: number }; code?: unknown };
  const parts = [error.name, code, $metadata?.httpStatusCode];
  return parts.filter((part) => typeof part === "string" || typeof part === "number").join(", ");
}
