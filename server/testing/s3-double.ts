import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { closeServer, listen } from "./listen.ts";

export interface StoredObject {
  content: Buffer;
  headers: Record<string, string>;
}

type Failure = { status: number; code: string } | "hangs" | undefined;

export type S3Double = Awaited<ReturnType<typeof startS3Double>>;

const region = "eu-central-1";
const accessKeyId = "AKIDOFTHEDOUBLE";
const secretAccessKey = "wJalrXUtnFEMI/K7MDENG/the-double";
/** Only a few keys for each page, so that a listing has several pages. */
const pageKeys = 2;

class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string) {
    super(code);
    this.status = status;
    this.code = code;
  }
}

/**
 * An S3-compatible service on this machine with one bucket. It supports the four calls that the product makes, with the
 * bucket in the path. Like strict services, it refuses whatever it does not know, and every request that is not signed
 * with its key. With `isPublic`, anybody can read the objects.
 */
export async function startS3Double({ isPublic = false } = {}) {
  const bucket = "test-bucket";
  const objects = new Map<string, StoredObject>();
  const answers: string[] = [];
  let failure: Failure;

  const server = createServer(async (request, response) => {
    try {
      const content = await readAll(request);
      if (failure === "hangs") return;
      if (failure !== undefined) throw new Refusal(failure.status, failure.code);
      const isRead = isPublic && request.method === "GET" && !request.headers.authorization;
      const signed = `Credential=${accessKeyId}/`;
      if (!isRead && !request.headers.authorization?.includes(signed)) {
        throw new Refusal(403, "InvalidAccessKeyId");
      }
      answer(request, response, content);
    } catch (error) {
      const { status, code } = error instanceof Refusal ? error : new Refusal(500, "InternalError");
      response.writeHead(status, { "Content-Type": "application/xml" });
      // AWS repeats the id of the key in some refusals.
      response.end(
        `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code}</Message><AWSAccessKeyId>${accessKeyId}</AWSAccessKeyId></Error>`,
      );
    }
    answers.push(`${request.method} ${response.statusCode}`);
  });

  function answer(request: IncomingMessage, response: ServerResponse, content: Buffer): void {
    const url = new URL(request.url ?? "", "http://double");
    const [, first, ...rest] = decodeURIComponent(url.pathname).split("/");
    if (first !== bucket) throw new Refusal(404, "NoSuchBucket");
    const key = rest.join("/");
    const found = objects.get(key);
    switch (request.method) {
      case "PUT":
        requireParameters(url, ["x-id"]);
        if (request.headers["content-encoding"]) throw new Refusal(501, "NotImplemented");
        objects.set(key, { content, headers: keptHeaders(request) });
        response.writeHead(200, { ETag: calculateEtag(content) }).end();
        return;
      case "GET":
        if (key === "") {
          list(url, response);
          return;
        }
        requireParameters(url, ["x-id"]);
        if (found === undefined) throw new Refusal(404, "NoSuchKey");
        response.writeHead(200, { ...found.headers, ETag: calculateEtag(found.content) });
        response.end(found.content);
        return;
      case "DELETE":
        requireParameters(url, ["x-id"]);
        objects.delete(key);
        response.writeHead(204).end();
        return;
      default:
        throw new Refusal(501, "NotImplemented");
    }
  }

  function list(url: URL, response: ServerResponse): void {
    requireParameters(url, ["list-type", "prefix", "continuation-token", "x-id"]);
    if (url.searchParams.get("list-type") !== "2") throw new Refusal(501, "NotImplemented");
    const after = url.searchParams.get("continuation-token") ?? "";
    const keys = [...objects.keys()]
      .filter((key) => key.startsWith(url.searchParams.get("prefix") ?? "") && key > after)
      .toSorted();
    const page = keys.slice(0, pageKeys);
    const isTruncated = keys.length > page.length;
    response.writeHead(200, { "Content-Type": "application/xml" });
    response.end(
      `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>${bucket}</Name><KeyCount>${page.length}</KeyCount><IsTruncated>${isTruncated}</IsTruncated>${
        isTruncated ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ""
      }${page.map((key) => `<Contents><Key>${key}</Key></Contents>`).join("")}</ListBucketResult>`,
    );
  }

  const { url: endpoint } = await listen(server);
  return {
    /** The settings of a server that uses this bucket. */
    settings: {
      S3_BUCKET: bucket,
      S3_ENDPOINT: endpoint,
      S3_REGION: region,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
    },
    /** The same as the product's configuration, with the address at which anybody can read what is public. */
    bucket: {
      name: bucket,
      endpoint,
      region,
      accessKeyId,
      secretAccessKey,
      publicUrl: `${endpoint}/${bucket}`,
    },
    /** What is in the bucket, by key. */
    objects,
    /** The responses so far, such as `PUT 200`. */
    answers,
    /** From now on refuses every call with this, or answers none. With undefined, it works again. */
    failWith(given: Failure) {
      failure = given;
      // Calls in progress get no response any more.
      if (given === undefined) server.closeAllConnections();
    },
    close: () => closeServer(server),
  };
}

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function requireParameters(url: URL, known: readonly string[]): void {
  for (const name of url.searchParams.keys()) {
    if (!known.includes(name)) throw new Refusal(501, "NotImplemented");
  }
}

function keptHeaders({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    ["content-type", "cache-control"].flatMap((name) => {
      const value = headers[name];
      return typeof value === "string" ? [[name, value]] : [];
    }),
  );
}

const calculateEtag = (content: Buffer) => `"${createHash("md5").update(content).digest("hex")}"`;
