/** A text message as it leaves. */
export interface OutgoingText {
  id: string;
  /** E.164. */
  to: string;
  text: string;
  created_at: Date;
}

/** Where text messages go. */
export interface TextTransport {
  /** As `GET /auth/v1/settings` names it. */
  name: "twilio" | "outbox";
  /**
   * Resolves when the message has been taken.
   * @throws TextGivenUpError when trying again would not help, or the text may have been sent already; another error when it
   *   surely has not and trying again might help
   */
  send(text: OutgoingText): Promise<void>;
}

/** The message is not to be sent again; the reason names neither number nor code. */
export class TextGivenUpError extends Error {
  override name = "TextGivenUpError";
}
