/**
 * `invalid`: unknown link. `unavailable`: the link could not be looked up now. The others are states of a known link;
 * `full` and `turned_off` only occur for people who came through the open link.
 */
export type LinkCard =
  | "invalid"
  | "closed"
  | "completed"
  | "declined"
  | "full"
  | "turned_off"
  | "unavailable";

/** `missing`: neither the address nor the tab has a link, which only the page's script can know. */
export type InviteCard = LinkCard | "missing";

/** The card for an error code. */
export function cardOfCode(code: string): LinkCard {
  switch (code) {
    case "invite_invalid":
      return "invalid";
    case "circle_closed":
      return "closed";
    case "invite_completed":
      return "completed";
    case "invite_declined":
      return "declined";
    case "link_full":
      return "full";
    case "link_turned_off":
      return "turned_off";
    default:
      return "unavailable";
  }
}
