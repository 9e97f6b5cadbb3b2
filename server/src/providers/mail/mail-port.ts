/** One mail, ready to go. */
export type OutgoingMail = {
  /** Without brackets; the same at every try, so that a receiver drops a second copy. */
  readonly messageId: string
  readonly to: string
  /** Name that the person sees as the sender. */
  readonly fromName: string
  readonly replyTo: string | null
  readonly kind: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** Images that the HTML names by Content-ID: nothing is loaded from elsewhere. */
  readonly images: readonly {
    readonly contentId: string
    readonly contentType: string
    readonly content: Buffer
  }[]
  readonly lang: 'en' | 'es'
  /** What the mail is for, for the mailbox of the sandbox: it is in the text as well. */
  readonly link: string | null
  readonly code: string | null
}

/**
 * `ok` the server took it · `rejected` it will never take it · `unavailable` it took nothing, try later ·
 * `unknown` the connection was lost at a moment when it may have taken it.
 */
export type MailOutcome = 'ok' | 'rejected' | 'unavailable' | 'unknown'

/** Sends mail. */
export type MailPort = {
  readonly sendMail: (mail: OutgoingMail) => Promise<MailOutcome>
  readonly close: () => void
}
