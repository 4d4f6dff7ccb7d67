import type { Language } from "../languages.ts";

/** The field names of the share link's form. */
export const shareLinkFields = {
  action: "action",
  circle_id: "circle",
  email: "email",
  /** The language of the page. */
  language: "lang",
  first_name: "first_name",
} as const;

/** The response to every address, known or not. Source: docs/product.md, The share link. */
export const shareLinkReply =
  "If this address was invited, its private link is on the way" as const;

/** What a share link leads to; without `open`, nothing about the circle is included. */
export type ShareLinkPageModel =
  | {
      mode: "invited";
      circle_id: string;
      /** What was typed, if it was refused. */
      email: string;
      /** Whether the address was accepted, so that {@link shareLinkReply} is shown. */
      isAsked: boolean;
      /** Why the input was refused. */
      message: string | undefined;
    }
  | {
      mode: "open";
      circle_id: string;
      title: string;
      cover_image_url: string | null;
      language: Language;
      /** If true, no name is asked for. */
      is_anonymous: boolean;
      /** What was typed, if it was refused. */
      first_name: string;
      message: string | undefined;
    };
