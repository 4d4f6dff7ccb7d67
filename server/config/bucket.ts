import { z } from "zod";
import { isLoopback } from "./loopback.ts";
import {
  requireTogether,
  type Settings,
  type SettingsErrorReporter,
  type SettingsValues,
} from "./settings.ts";

export interface BucketConfig {
  name: string;
  /** Undefined for AWS itself, whose address follows from the region. */
  endpoint: string | undefined;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Where everybody can read the bucket's covers, without a final slash; undefined if this server serves them. */
  publicUrl: string | undefined;
}

const address = z
  .url({ protocol: /^https?$/, error: "must be an address like https://s3.example", abort: true })
  .refine((value) => {
    const { username, password } = new URL(value);
    return username === "" && password === "";
  }, "must hold neither a user nor a password")
  .refine((value) => !/[?#\s]/.test(value), "must have neither a query nor a fragment")
  .transform((value) => value.replace(/\/+$/, ""));

const withBucket = "needed with S3_BUCKET";

export const bucketSettings = {
  S3_BUCKET: {
    schema: z
      .string()
      .regex(
        /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
        "must be the name of a bucket: 3 to 63 lower-case letters, digits, dots and hyphens",
      )
      .optional(),
    default: "covers are stored under DATA_DIR, and the list of erasures only in ERASURES_DIR",
    doc: "Bucket for covers and the list of erasures: of AWS S3, or of a service that is compatible with it (MinIO, Cloudflare R2).",
  },
  S3_ENDPOINT: {
    schema: address.optional(),
    default: "AWS",
    doc: "Address of the service that has the bucket, without the bucket's name.",
  },
  S3_REGION: {
    schema: z
      .string()
      .regex(/^[a-z0-9-]+$/, "must be a region like eu-central-1")
      .optional(),
    default: "us-east-1 with S3_ENDPOINT; otherwise needed with S3_BUCKET",
    doc: "Region of the bucket.",
  },
  S3_ACCESS_KEY_ID: {
    schema: z.string().min(1).optional(),
    default: withBucket,
    doc: "Id of the key that may read, write, delete and list what is in the bucket.",
  },
  S3_SECRET_ACCESS_KEY: {
    schema: z.string().min(1).optional(),
    default: withBucket,
    doc: "The secret part of that key.",
  },
  S3_PUBLIC_URL: {
    schema: address.optional(),
    default: "this server reads covers from the bucket and serves them",
    doc: "Public base address of `covers/` in the bucket, usually a CDN's. Browsers are sent there for covers. Nothing else may be readable there.",
  },
} as const satisfies Settings;

export function chooseBucket(
  values: SettingsValues<typeof bucketSettings>,
  { publicUrl, reportError }: { publicUrl: string; reportError: SettingsErrorReporter },
): BucketConfig | undefined {
  const { S3_BUCKET, S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = values;
  const { S3_PUBLIC_URL } = values;
  if (S3_BUCKET === undefined) {
    const others = {
      S3_ENDPOINT,
      S3_REGION,
      S3_ACCESS_KEY_ID,
      S3_SECRET_ACCESS_KEY,
      S3_PUBLIC_URL,
    };
    const [set] = Object.entries(others).find(([, value]) => value !== undefined) ?? [];
    if (set !== undefined) {
      reportError(["S3_BUCKET"], `S3_BUCKET is missing: needed because ${set} is set`);
    }
    return undefined;
  }
  requireTogether({ S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY }, reportError);
  if (S3_ENDPOINT === undefined && S3_REGION === undefined) {
    reportError(
      ["S3_ENDPOINT", "S3_REGION"],
      "S3_REGION is missing: needed because S3_BUCKET is set without S3_ENDPOINT",
    );
  }
  if (S3_PUBLIC_URL !== undefined) {
    const { protocol, hostname } = new URL(S3_PUBLIC_URL);
    if (protocol !== "https:" && !isLoopback(hostname) && publicUrl.startsWith("https:")) {
      reportError(
        ["S3_PUBLIC_URL"],
        "S3_PUBLIC_URL must begin with https://, as PUBLIC_URL does: browsers load nothing else in its pages",
      );
    }
  }
  return {
    name: S3_BUCKET,
    endpoint: S3_ENDPOINT,
    region: S3_REGION ?? "us-east-1",
    accessKeyId: S3_ACCESS_KEY_ID ?? "",
    secretAccessKey: S3_SECRET_ACCESS_KEY ?? "",
    publicUrl: S3_PUBLIC_URL,
  };
}
