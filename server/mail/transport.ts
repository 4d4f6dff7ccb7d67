export interface OutgoingEmail {
  id: string;
  kind: string;
  from: string;
  to: string;
  subject: string;
  html: string;
  text: string;
  headers: Record<string, string>;
  /** The same each time this email is sent, so that mail programs show it once even after a crash. */
  message_id: string;
  created_at: Date;
}

export interface MailTransport {
  /**
   * Resolves when the email has been accepted; what goes wrong afterwards is no reason to send it again.
   * @param signal stops the sending: after it, nothing more is said to the receiving side
   * @throws MailRefusedError if trying again would not help
   * @throws MailNotSentError if trying again might help
   */
  send(mail: OutgoingEmail, signal: AbortSignal): Promise<void>;
}

/** The receiving side rejects the email permanently; the message explains this to the owner. */
export class MailRefusedError extends Error {
  override name = "MailRefusedError";
}

/** The email was not sent this time; the message explains the reason to the owner. */
export class MailNotSentError extends Error {
  override name = "MailNotSentError";
  /** False if the email has certainly not been accepted: it was never offered, or the receiving side refused it. */
  readonly mayArrive: boolean;

  constructor(
    message: string,
    { mayArrive = true, cause }: { mayArrive?: boolean; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.mayArrive = mayArrive;
  }
}
