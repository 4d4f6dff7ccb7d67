import { z } from "zod";
import { paths } from "./paths.ts";

/** Which emails owners want about their circles: the three checkboxes in the settings. */
export const notificationBoxesSchema = z.object({
  /** New responses: a digest at most once an hour; for an anonymous circle, at its closing. */
  notify_responses: z.boolean(),
  /** A day before a deadline, after it has passed, and on the review day. */
  notify_deadlines: z.boolean(),
  /** Mondays at nine in the owner's time zone, when there is something to report. */
  notify_weekly: z.boolean(),
});
export type NotificationBoxes = z.output<typeof notificationBoxesSchema>;
export type NotificationBox = keyof NotificationBoxes;

/** The default for owners who have not chosen. */
export const defaultBoxes: NotificationBoxes = {
  notify_responses: true,
  notify_deadlines: true,
  notify_weekly: false,
};

/** When emails are sent, in hours. Source: docs/product.md, Emails. */
export const notificationHours = {
  /** Between two digests of new responses. */
  digestSpacing: 1,
  /** Before a deadline, to the owner. */
  deadlineReminder: 24,
  /** Before a deadline, to people who have not answered. */
  pendingReminder: 48,
  /** Between an invitation and that reminder. */
  afterInvitation: 24,
} as const;

/** The path of the link in an email that turns off that kind of email. The token says for whom, and which kind. */
export const turnOffPath = `${paths.unsubscribe}/notifications`;
