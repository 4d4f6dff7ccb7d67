import { z } from "zod";
import { type EndpointDefinition, inviteTokenHeader } from "#contract/endpoint.ts";
import { type ErrorCode, errorCodes, errorMessage, errorStatus } from "#contract/errors.ts";

const common: readonly ErrorCode[] = ["rate_limited", "internal", "unavailable"];
const withInput: readonly ErrorCode[] = ["validation_failed"];
const withBody: readonly ErrorCode[] = ["bad_json", "request_too_large", "unsupported_media_type"];
const forOwners: readonly ErrorCode[] = [
  "signed_out",
  "bad_jwt",
  "session_not_found",
  "user_banned",
  "insufficient_aal",
  "insufficient_scope",
];

/** The OpenAPI 3.1 document of the endpoints that are served, made only from the contract. */
export function openApiDocument(endpoints: readonly EndpointDefinition[], publicUrl: string) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint) };
  }
  return {
    openapi: "3.1.0",
    info: { title: "Paraline", version: "1" },
    servers: [{ url: publicUrl }],
    paths,
    components: {
      securitySchemes: {
        owner: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
        invitee: { type: "apiKey", in: "header", name: inviteTokenHeader },
      },
      schemas: {
        Error: {
          type: "object",
          required: ["code", "message", "request_id"],
          properties: {
            code: { type: "string", enum: errorCodes },
            message: { type: "string" },
            request_id: { type: "string" },
            path: { type: "array", items: { type: ["string", "number"] } },
          },
        },
      },
    },
  };
}

function operation(endpoint: EndpointDefinition) {
  return {
    summary: endpoint.summary,
    security: endpoint.access === "public" ? [] : [{ [endpoint.access]: endpoint.scopes ?? [] }],
    parameters: [...parameters(endpoint.params, "path"), ...parameters(endpoint.query, "query")],
    ...(endpoint.body && {
      requestBody: {
        required: true,
        content: {
          "application/json": {
            schema: z.toJSONSchema(endpoint.body, { io: "input", unrepresentable: "any" }),
          },
        },
      },
    }),
    ...(endpoint.rawBody && {
      requestBody: {
        required: true,
        content: { "application/octet-stream": { schema: { type: "string", format: "binary" } } },
      },
    }),
    responses: {
      [endpoint.status ?? 200]: { description: "Done", content: answerContent(endpoint) },
      ...refusals([
        ...endpoint.errors,
        ...common,
        ...(endpoint.body || endpoint.query ? withInput : []),
        ...(endpoint.body ? withBody : []),
        ...(endpoint.access === "owner" ? forOwners : []),
      ]),
    },
  };
}

function answerContent({ output, file }: EndpointDefinition) {
  return file === undefined
    ? { "application/json": { schema: z.toJSONSchema(output, { unrepresentable: "any" }) } }
    : { [file]: { schema: { type: "string", format: "binary" } } };
}

function parameters(schema: z.ZodObject | undefined, place: "path" | "query") {
  return Object.entries(schema?.shape ?? {}).map(([name, value]) => ({
    name,
    in: place,
    required: place === "path" || !z.safeParse(value as z.ZodType, undefined).success,
    schema: z.toJSONSchema(value as z.ZodType, { io: "input", unrepresentable: "any" }),
  }));
}

function refusals(codes: readonly ErrorCode[]) {
  const byStatus = Map.groupBy(codes, errorStatus);
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => [
      status,
      {
        description: group.map((code) => `\`${code}\`: ${errorMessage(code)}`).join("\n\n"),
        content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
      },
    ]),
  );
}
