import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";

/** What an authenticator reads of the options from a server. Bytes are as the client library passes them on. */
type Options = {
  challenge: unknown;
  rp?: { id?: string | undefined };
  rpId?: string | undefined;
  user?: { id: unknown };
  allowCredentials?: { id: unknown }[] | undefined;
};

/** How an answer may deviate from what a browser sends. */
type Deviation = {
  origin?: string;
  rpId?: string;
  challenge?: string;
  isUserVerified?: boolean;
  /** The counter that it claims. */
  counter?: number;
  handle?: string;
  /** The name of the credential that it pretends to have made. */
  id?: string;
};

type Credential = {
  id: string;
  rpId: string;
  handle: string;
  counter: number;
  privateKey: ReturnType<typeof generateKeyPairSync>["privateKey"];
};

/**
 * A security key in software. It keeps its credentials, and answers like a browser at `origin`, in the form that the
 * client library expects from a browser.
 */
export function createAuthenticator(origin: string, { counts = true }: { counts?: boolean } = {}) {
  const credentials: Credential[] = [];

  const clientData = (type: string, { challenge }: Options, deviation: Deviation) =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: deviation.challenge ?? encodeText(challenge),
        origin: deviation.origin ?? origin,
        crossOrigin: false,
      }),
    );

  const authenticatorData = (
    { rpId, counter }: { rpId: string; counter: number },
    { isUserVerified = true, ...deviation }: Deviation,
    attested = Buffer.alloc(0),
  ) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(deviation.counter ?? counter);
    const isAttested = attested.length > 0;
    const flags = 0x01 | (isUserVerified ? 0x04 : 0) | (isAttested ? 0x40 : 0);
    const rpHash = createHash("sha256")
      .update(deviation.rpId ?? rpId)
      .digest();
    return Buffer.concat([rpHash, Buffer.of(flags), count, attested]);
  };

  return {
    /** Makes a credential, as `navigator.credentials.create` does. */
    create(options: Options, deviation: Deviation = {}) {
      const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
      const { x = "", y = "" } = publicKey.export({ format: "jwk" });
      const idBytes = deviation.id ? decodeBytes(deviation.id) : randomBytes(32);
      const credential = {
        id: encodeText(idBytes),
        rpId: options.rp?.id ?? "",
        handle: encodeText(options.user?.id),
        counter: 0,
        privateKey,
      };
      credentials.push(credential);
      const key = isoCBOR.encode(
        new Map<number, number | Uint8Array>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, decodeBytes(x)],
          [-3, decodeBytes(y)],
        ]),
      );
      const idLength = Buffer.alloc(2);
      idLength.writeUInt16BE(idBytes.length);
      const attested = Buffer.concat([Buffer.alloc(16), idLength, idBytes, key]);
      const attestationObject = isoCBOR.encode(
        new Map<string, unknown>([
          ["fmt", "none"],
          ["attStmt", new Map()],
          ["authData", new Uint8Array(authenticatorData(credential, deviation, attested))],
        ]) as Parameters<typeof isoCBOR.encode>[0],
      );
      return asCredential(credential.id, {
        clientDataJSON: clientData("webauthn.create", options, deviation).toString("base64url"),
        attestationObject: Buffer.from(attestationObject).toString("base64url"),
        transports: ["internal"],
      });
    },

    /** Signs with a credential that the options allow, as `navigator.credentials.get` does. */
    get(options: Options, deviation: Deviation = {}) {
      const allowed = options.allowCredentials?.map(({ id }) => encodeText(id));
      const credential = credentials.findLast(
        ({ id, rpId }) => rpId === options.rpId && (!allowed?.length || allowed.includes(id)),
      );
      if (!credential) throw new Error("The authenticator has no such credential.");
      if (counts) credential.counter += 1;
      const data = authenticatorData(credential, deviation);
      const client = clientData("webauthn.get", options, deviation);
      const signed = Buffer.concat([data, createHash("sha256").update(client).digest()]);
      return asCredential(credential.id, {
        clientDataJSON: client.toString("base64url"),
        authenticatorData: data.toString("base64url"),
        signature: sign("sha256", signed, credential.privateKey).toString("base64url"),
        userHandle: deviation.handle ?? credential.handle,
      });
    },
  };
}

export type TestAuthenticator = ReturnType<typeof createAuthenticator>;

/** Makes a browser's credential, of which the client library only reads what it would send. */
function asCredential(id: string, response: Record<string, unknown>) {
  const sent = { id, rawId: id, type: "public-key", response, clientExtensionResults: {} };
  // biome-ignore lint/suspicious/noExplicitAny: there is no browser here whose types it could have
  return { ...sent, toJSON: () => sent } as any;
}

function encodeText(bytes: unknown): string {
  return typeof bytes === "string"
    ? bytes
    : Buffer.from(bytes as ArrayBuffer).toString("base64url");
}

function decodeBytes(base64url: string): Uint8Array {
  return new Uint8Array(Buffer.from(base64url, "base64url"));
}
