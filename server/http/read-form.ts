import { readBody } from "./read-body.ts";

const formBytes = 16 * 1024;

/** The text fields of a posted form, in either of the two encodings that forms and RFC 8058 use. */
export async function readForm(request: Request): Promise<Map<string, string>> {
  const bytes = await readBody(request, formBytes);
  const type = request.headers.get("content-type") ?? "";
  if (!/^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type)) return new Map();
  try {
    const fields = await new Response(new Uint8Array(bytes), {
      headers: { "Content-Type": type },
    }).formData();
    return new Map(
      [...fields].filter((field): field is [string, string] => typeof field[1] === "string"),
    );
  } catch {
    // A body that cannot be parsed as a form has no fields.
    return new Map();
  }
}
