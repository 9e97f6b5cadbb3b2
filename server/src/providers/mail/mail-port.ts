/** One mail that is ready to be sent. */
export type OutgoingMail = {
  /** Without brackets. It is the same at every attempt, so that a receiver drops a second copy. */
  readonly messageId: string
  readonly to: string
  /** Name that the person sees as the sender. */
  readonly fromName: string
  /** Null or absent: the address of the configuration. */
  readonly fromAddress?: string | null
  readonly replyTo: string | null
  readonly kind: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** Images that the HTML names by Content-ID. Nothing is loaded from elsewhere. */
  readonly images: readonly {
    readonly contentId: string
    readonly contentType: string
    readonly content: Buffer
  }[]
  readonly lang: 'en' | 'es'
  /** The purpose of the mail, for the mailbox of the sandbox. The text of the mail says it as well. */
  readonly link: string | null
  readonly code: string | null
}

/**
 * `ok`: the server accepted the mail. `rejected`: the server will never accept it. `unavailable`: the server
 * accepted nothing, try later. `unknown`: the connection was lost at a moment when the server may have
 * accepted it.
 */
export type MailOutcome = 'ok' | 'rejected' | 'unavailable' | 'unknown'

/** Sends mail. */
export type MailPort = {
  readonly sendMail: (mail: OutgoingMail) => Promise<MailOutcome>
  /** Whether the server answers and accepts our login. It sends nothing. */
  readonly checkLogin: () => Promise<boolean>
  readonly close: () => void
}
