/** The names of the fields of a share link's door. */
export const doorFields = {
  action: "action",
  circle_id: "circle",
  email: "email",
  first_name: "first_name",
} as const;

/** What the door says to every address. Source: docs/product.md, The share link. */
export const doorAnswer = "If this address was invited, its private link is on the way" as const;

/** What stands behind a share link; without `open` nothing of the paraline is known here. */
export type DoorPageModel =
  | {
      mode: "invited";
      circle_id: string;
      /** What was typed, when it was refused. */
      email: string;
      /** The address was taken: {@link doorAnswer}. */
      is_asked: boolean;
      /** Why what was typed was refused. */
      message: string | undefined;
    }
  | {
      mode: "open";
      circle_id: string;
      title: string;
      cover_image_url: string | null;
      /** Then no name is asked for. */
      is_anonymous: boolean;
      /** What was typed, when it was refused. */
      first_name: string;
      message: string | undefined;
    };
