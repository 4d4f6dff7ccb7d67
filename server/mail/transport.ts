/** A mail as it is handed to the transport: composed, with the fields that every mail has. */
export interface OutgoingMail {
  id: string;
  kind: string;
  from: string;
  to: string;
  subject: string;
  html: string;
  text: string;
  headers: Record<string, string>;
  /** The same each time this mail is sent, so that mail programs show it once even if a crash made it be sent twice. */
  message_id: string;
  created_at: Date;
}

export interface MailTransport {
  /**
   * Resolves when the mail has been taken; what goes wrong afterwards is no reason to send it again.
   * @param signal ends it: from then on nothing more is said to the receiving side
   * @throws MailRefusedError when trying again would not help
   * @throws MailNotSentError when it might
   */
  send(mail: OutgoingMail, signal: AbortSignal): Promise<void>;
}

/** The receiving side rejects it permanently; the message explains this to the owner. */
export class MailRefusedError extends Error {
  override name = "MailRefusedError";
}

/** It was not sent this time; the message explains why to the owner. */
export class MailNotSentError extends Error {
  override name = "MailNotSentError";
  /** False when the mail has certainly not been taken: it was never offered, or the receiving side said so. */
  readonly mayArrive: boolean;

  constructor(
    message: string,
    { mayArrive = true, cause }: { mayArrive?: boolean; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.mayArrive = mayArrive;
  }
}
