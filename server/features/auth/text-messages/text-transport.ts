/** A text message that is about to be sent. */
export interface OutgoingText {
  id: string;
  /** The number in E.164 form. */
  to: string;
  text: string;
  created_at: Date;
}

/** The service that sends text messages. */
export interface TextTransport {
  /** The name of the service in `GET /auth/v1/settings`. */
  name: "twilio" | "outbox";
  /**
   * Resolves once the service has accepted the message.
   */
  send(text: OutgoingText): Promise<void>;
}

/** The message is not to be sent again. The error's message contains neither the number nor the code. */
export class UnrecoverableTextError extends Error {
  override name = "UnrecoverableTextError";
}
