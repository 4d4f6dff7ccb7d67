import { createServer, type ServerResponse } from "node:http";
import { z } from "zod";
import { closeServer, listen } from "./listen.ts";

const modelRequestSchema = z.object({
  model: z.string(),
  messages: z.array(z.object({ role: z.string(), content: z.string() })),
  response_format: z.object({ type: z.string() }).optional(),
  stream: z.boolean().default(false),
});
type ModelRequest = z.output<typeof modelRequestSchema>;

/** How the double answers one call: by default, with `content` and in the way in which it was requested. */
export interface ModelReply {
  status?: number;
  /** An error, in the words of the server that is imitated. */
  error?: { message: string; type: string };
  content?: string;
  /** Tokens of the prompt that were read. */
  tokensRead?: number;
  /** The time before the first token. */
  waitsMs?: number;
  /** The refusal that OpenAI's API returns instead of content. */
  refusal?: string;
  finish_reason?: string;
  /** Sends nothing, or nothing more after half of the content. */
  hangs?: "at once" | "midway";
  /** After half of the content, the stream ends without its ending, or the connection breaks. */
  cut?: "ended" | "broken";
  /** Sends the whole answer at once, although it was asked to stream. */
  streams?: false;
}

/** What a model answers. A function receives the request. */
type Reply = ModelReply | ((asked: ModelRequest) => ModelReply);

export type ModelDouble = Awaited<ReturnType<typeof startModelDouble>>;

/** A model's server on this machine with the API of OpenAI, streaming or not. */
export async function startModelDouble(...first: Reply[]) {
  const asked: ModelRequest[] = [];
  let replies = first;
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    const call = modelRequestSchema.parse(JSON.parse(body));
    asked.push(call);
    const reply = (replies.length > 1 ? replies.shift() : replies[0]) ?? {};
    await answer(response, call, typeof reply === "function" ? reply(call) : reply);
  });
  const { url } = await listen(server);
  return {
    baseUrl: `${url}/v1`,
    asked,
    /** From now on answers with these in turn, and then with the last one again and again. */
    answerWith(...given: Reply[]) {
      replies = given;
    },
    close: () => void closeServer(server),
  };
}

const createUsage = ({ tokensRead = 4000 }: ModelReply) => ({
  prompt_tokens: tokensRead,
  completion_tokens: 50,
  total_tokens: tokensRead + 50,
});

async function answer(
  response: ServerResponse,
  asked: ModelRequest,
  reply: ModelReply,
): Promise<void> {
  const { status = 200, hangs } = reply;
  if (hangs === "at once") return;
  if (status !== 200) {
    response.writeHead(status, { "Content-Type": "application/json", "retry-after-ms": "1" });
    const error = reply.error ?? { message: "no", type: "refused", code: "refused" };
    response.end(JSON.stringify({ error }));
  } else if (asked.stream && reply.streams !== false) {
    await stream(response, reply);
  } else {
    answerWhole(response, reply);
  }
}

function answerWhole(response: ServerResponse, reply: ModelReply): void {
  const { content, refusal, finish_reason = "stop" } = reply;
  const message = { role: "assistant", content: content ?? null, refusal: refusal ?? null };
  response.writeHead(200, { "Content-Type": "application/json" });
  response.end(
    JSON.stringify({
      id: "1",
      object: "chat.completion",
      created: 1,
      model: "double",
      choices: [{ index: 0, message, finish_reason }],
      usage: createUsage(reply),
    }),
  );
}

const pieceCharacters = 40;

async function stream(response: ServerResponse, reply: ModelReply): Promise<void> {
  const { content = "", refusal, finish_reason = "stop", hangs, cut, waitsMs } = reply;
  const send = (choices: object[], more: object = {}) =>
    new Promise<void>((resolve, reject) => {
      const event = { id: "1", object: "chat.completion.chunk", created: 1, model: "double" };
      response.write(`data: ${JSON.stringify({ ...event, choices, ...more })}\n\n`, (error) =>
        error ? reject(error) : resolve(),
      );
    });
  const delta = (part: object) => send([{ index: 0, delta: part, finish_reason: null }]);
  response.writeHead(200, { "Content-Type": "text/event-stream" });
  if (waitsMs !== undefined) {
    response.flushHeaders();
    await new Promise((resolve) => setTimeout(resolve, waitsMs));
  }
  await delta({ role: "assistant" });
  const stops = hangs !== undefined || cut !== undefined;
  const sent = stops ? content.slice(0, content.length / 2) : content;
  for (let at = 0; at < sent.length; at += pieceCharacters) {
    await delta({ content: sent.slice(at, at + pieceCharacters) });
  }
  if (hangs !== undefined) return;
  if (cut === "broken") {
    response.destroy();
    return;
  }
  if (cut === undefined) {
    if (refusal !== undefined) await delta({ refusal });
    await send([{ index: 0, delta: {}, finish_reason }]);
    await send([], { usage: createUsage(reply) });
    response.write("data: [DONE]\n\n");
  }
  response.end();
}
