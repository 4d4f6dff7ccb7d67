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
   * @throws TextRefusedError when trying again would not help; another error when it might
   */
  send(text: OutgoingText): Promise<void>;
}

/** The provider rejects the message permanently; the reason names neither number nor code. */
export class TextRefusedError extends Error {
  override name = "TextRefusedError";
}
