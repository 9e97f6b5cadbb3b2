import { after } from '../../kernel/clock.ts'
import type { JobHandler, WriteTransaction } from '../../kernel/jobs.ts'
import { knownDeviceName } from '@cardamom/contract/access/device-name'
import type { Kernel } from '../../kernel/module.ts'
import type { Language } from '../../kernel/principal.ts'
import { formatText } from '../../kernel/text.ts'
import type { MailContent, MailKind } from './mail-texts.ts'
import type { MailOutcome, MailPort, OutgoingMail } from './mail-port.ts'
import { mailMark, markContentId } from './mail-mark.ts'
import { countryName, mailTime } from './mail-time.ts'
import { mailHtml, mailPlain, type MailBrand, type MailText } from './mail-template.ts'

export type { MailKind } from './mail-texts.ts'

/** A mail to write. It holds an address and a link to sign in, so it is encrypted wherever it is stored. */
export type MailDraft = {
  readonly kind: MailKind
  readonly to: string
  readonly lang: Language
  readonly brand: MailBrand
  /** The person has the test-email flag: the mail goes to the log only (domain §14). */
  readonly isTest: boolean
  readonly userId: string | null
  readonly link?: string
  readonly code?: string
  /** What the texts of this kind name, besides the company. */
  readonly facts: Readonly<Record<string, string>>
  /** Subject and body of a test, whatever is stored. */
  readonly content?: MailContent
  /** IANA name of the zone in which the reader's times are shown. */
  readonly timeZone: string
  /** Instants among the facts. */
  readonly times?: Readonly<Record<string, string>>
  /** When and from where it was done, so that the reader can recognise it. */
  readonly cause?: {
    readonly at: string
    readonly device: string
    readonly address: string
    readonly country: string | null
  }
}

/** What the operator decided about mail of a kind. */
export type MailChoices = {
  /** Null: the built-in text. */
  readonly content: MailContent | null
  /** Null: the name of the company. */
  readonly fromName: string | null
  /** Null: the address of the configuration. */
  readonly fromAddress: string | null
  /** For companies without a contact address. Null: answers are not read. */
  readonly replyTo: string | null
}

export type Mailer = {
  /** The texts of a mail with this subject and body. */
  readonly preview: (draft: MailDraft, content: MailContent) => MailText
  /** Sends the mail after the transaction, and again until the server accepts it. */
  readonly enqueue: (tx: WriteTransaction, draft: MailDraft) => Promise<void>
  /**
   * Sends the mail now, for a person who waits for it. `unknown` counts as sent, because the mail may have
   * arrived.
   */
  readonly sendNow: (draft: MailDraft) => Promise<'sent' | 'not_sent'>
}

/** A mail with an unknown outcome is sent once more, under the same id, after this time. */
const unknownPauseMs = 120_000
const jobName = 'mail.send'
const encryptionContext = 'mail'
/** Waiting mails of an earlier version have the former name of this kind. */
const formerKinds: Readonly<Record<string, MailKind>> = { email_change_asked: 'email_change_requested' }

type Payload = { encrypted: string; messageId: string; again?: true }

class MailUnavailable extends Error {
  override name = 'MailUnavailable'
}

type Deps = Pick<Kernel, 'ids' | 'encryption' | 'log' | 'messageOf' | 'jobs'> & {
  readonly port: MailPort
  /** Reads them when a mail is sent, so a change applies to waiting mails too. Absent: everything is built-in. */
  readonly readChoices?: (kind: MailKind, lang: Language) => Promise<MailChoices>
}

const builtIn: MailChoices = { content: null, fromName: null, fromAddress: null, replyTo: null }

/** Time, device and location. A mail that a job caused has no device. */
const detailsOf = ({ messageOf }: Deps, draft: MailDraft): MailText['details'] => {
  const { cause, lang } = draft
  if (!cause) return []
  const country = cause.country === null ? '' : countryName(cause.country, lang)
  const origin = [country, cause.address].filter((part) => part !== '').join(', ')
  const rows = [
    ['when', mailTime(new Date(cause.at), draft)],
    // A stranger can cause a mail, so it contains no text that the stranger chose.
    ['device', knownDeviceName(cause.device) ?? ''],
    ['location', origin],
  ] as const
  return rows
    .filter(([, value]) => value !== '')
    .map(([label, value]) => [messageOf(lang, `mail.details.${label}`), value] as const)
}

const textOf = (deps: Deps, draft: MailDraft, content: MailContent | null): MailText => {
  const { messageOf } = deps
  const times = Object.entries(draft.times ?? {}).map(
    ([name, instant]) => [name, mailTime(new Date(instant), draft)] as const,
  )
  const facts = { company: draft.brand.name, ...draft.facts, ...Object.fromEntries(times) }
  const shared = (key: string) => messageOf(draft.lang, `mail.${key}`, facts)
  const own = (key: string) => messageOf(draft.lang, `mail.kinds.${draft.kind}.${key}`, facts)
  // A stored text that has lost its form is not sent: the built-in one is always right.
  const chosen = (key: keyof MailContent) =>
    (content && formatText(draft.lang, content[key], facts)) ?? own(key)
  return {
    subject: chosen('subject'),
    preview: own('preview'),
    greeting: draft.facts['name'] ? shared('greeting') : shared('greetingUnnamed'),
    paragraphs: [chosen('body')],
    button: draft.link ? { label: own('action'), link: draft.link, fallback: shared('linkFallback') } : null,
    code: draft.code ?? null,
    details: detailsOf(deps, draft),
    notes: [own('note')],
    footer: draft.brand.contactEmail ? shared('footer') : shared('footerNoReply'),
    logoAlt: shared('logoAlt'),
  }
}

const mailOf = (
  deps: Deps,
  wanted: MailDraft,
  { messageId, choices }: { messageId: string; choices: MailChoices },
): OutgoingMail => {
  const contactEmail = wanted.brand.contactEmail ?? choices.replyTo
  const draft = { ...wanted, brand: { ...wanted.brand, contactEmail } }
  const text = textOf(deps, draft, choices.content)
  const mark = mailMark(draft.brand)
  return {
    messageId,
    to: draft.to,
    fromName: (draft.brand.isOwn ? choices.fromName : null) ?? draft.brand.name,
    fromAddress: choices.fromAddress,
    replyTo: draft.brand.contactEmail,
    kind: draft.kind,
    subject: text.subject,
    text: mailPlain(text, draft.brand),
    html: mailHtml(text, draft.brand, draft.lang),
    images: mark.kind === 'image' ? [{ contentId: markContentId, ...mark.image }] : [],
    lang: draft.lang,
    link: draft.link ?? null,
    code: draft.code ?? null,
  }
}

/** Writes and sends the product's mail, in the branding of the person's company and in their language. */
export const createMailer = (deps: Deps): Mailer => {
  const { ids, encryption, log, port, readChoices = async () => builtIn } = deps

  const deliver = async (draft: MailDraft, messageId: string): Promise<MailOutcome> => {
    const about = { event: `mail.${draft.kind}`, userId: draft.userId }
    if (draft.isTest) {
      log.info('A mail to a test person was not sent', about)
      return 'ok'
    }
    const stored = await readChoices(draft.kind, draft.lang)
    const choices = draft.content ? { ...stored, content: draft.content } : stored
    const outcome = await port.sendMail(mailOf(deps, draft, { messageId, choices }))
    if (outcome !== 'ok') log.warn('The mail server did not accept a mail', { ...about, outcome })
    return outcome
  }

  const send: JobHandler = async ({ payload }, { clock, write }) => {
    const { encrypted, messageId, again } = payload as Payload
    const opened = await encryption.decrypt(Buffer.from(encrypted, 'base64'), encryptionContext)
    const draft = JSON.parse(opened.toString()) as MailDraft
    const kind = formerKinds[draft.kind] ?? draft.kind
    const outcome = await deliver({ ...draft, kind }, messageId)
    if (outcome === 'unavailable') throw new MailUnavailable('The mail server accepts nothing now')
    if (outcome !== 'unknown' || again) return
    await write(async ({ enqueue }) =>
      enqueue({
        name: jobName,
        key: `${jobName}:${messageId}`,
        payload: { encrypted, messageId, again: true },
        dueAt: after(clock.now(), unknownPauseMs),
      }),
    )
  }
  deps.jobs.handle(jobName, send, { lane: 'mail' })

  return {
    enqueue: async ({ enqueue }, draft) => {
      const encrypted = await encryption.encrypt(Buffer.from(JSON.stringify(draft)), encryptionContext)
      enqueue({ name: jobName, payload: { encrypted: encrypted.toString('base64'), messageId: ids.next() } })
    },
    sendNow: async (draft) => {
      const outcome = await deliver(draft, ids.next())
      return outcome === 'ok' || outcome === 'unknown' ? 'sent' : 'not_sent'
    },
    preview: (draft, content) => textOf(deps, draft, content),
  }
}
