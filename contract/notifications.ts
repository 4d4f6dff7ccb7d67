import { z } from "zod";
import { paths } from "./paths.ts";

/** Which mails an owner wants about their paralines: the three boxes of the settings. */
export const notificationBoxesSchema = z.object({
  /** New responses: a digest at most once an hour; of anonymous paralines at each release. */
  notify_responses: z.boolean(),
  /** A day before a deadline, when it has passed, and on the day of looking back. */
  notify_deadlines: z.boolean(),
  /** Monday at nine where the owner lives, when there is something to say. */
  notify_weekly: z.boolean(),
});
export type NotificationBoxes = z.output<typeof notificationBoxesSchema>;
export type NotificationBox = keyof NotificationBoxes;

/** What an owner gets who never said what they want. */
export const default_boxes: NotificationBoxes = {
  notify_responses: true,
  notify_deadlines: true,
  notify_weekly: false,
};

/** When letters go, in hours. Source: docs/product.md, Emails. */
export const notification_hours = {
  /** Between two digests of new responses. */
  digest_spacing: 1,
  /** Before a deadline, to the owner. */
  deadline_reminder: 24,
  /** Before a deadline, to who has not answered. */
  pending_reminder: 48,
  /** Between an invitation and that. */
  after_invitation: 24,
} as const;

/** Where a link in a letter unticks the box that sends it; the token says whose and which. */
export const turn_off_path = `${paths.unsubscribe}/letters`;
