import { z } from 'zod'
import { ApprovalReason } from '../approvals.ts'
import { endpoint } from '../endpoint.ts'
import { Id, Instant, typedText } from '../wire.ts'

export const mailLanguages = ['en', 'es'] as const
/** Unknown ones are refused by `record_not_found`. */
const MailParams = z.object({ kind: z.string().max(60), lang: z.string().max(60) })

/** Subject and body of one kind of mail. Both are text: they never contain HTML. */
const MailContent = z.object({
  subject: typedText({ max: 150 }),
  body: typedText({ max: 2000 }),
})

const MailTextOfKind = z.object({
  kind: z.string(),
  lang: z.enum(mailLanguages),
  subject: z.string(),
  body: z.string(),
  /** The built-in text. */
  preset: z.object({ subject: z.string(), body: z.string() }),
  /** Names that a text may have in braces. Those that are required are in its subject or body. */
  placeholders: z.array(z.object({ name: z.string(), isRequired: z.boolean() })),
  isChanged: z.boolean(),
  /** A change sends it back as `seenVersion`. */
  version: z.number().int(),
  changedAt: Instant.nullable(),
})
export type MailTextOfKind = z.output<typeof MailTextOfKind>

export const listMailTexts = endpoint({
  method: 'GET',
  path: '/mail-texts',
  summary: 'The texts of every kind of mail in both languages, with their placeholders',
  who: 'settings.view',
  output: z.object({ items: z.array(MailTextOfKind) }),
  refusals: {},
})

export const listMailTextChanges = endpoint({
  method: 'GET',
  path: '/mail-texts/:kind/:lang/changes',
  summary: 'What was changed of one text, newest first',
  who: 'settings.view',
  effect: 'outside',
  params: MailParams,
  output: z.object({
    items: z.array(
      z.object({
        id: Id,
        /** Null: the built-in text. */
        before: MailContent.nullable(),
        after: MailContent.nullable(),
        reason: z.string(),
        at: Instant,
        by: z.string().nullable(),
      }),
    ),
  }),
  refusals: { record_not_found: 404 },
})

export const previewMail = endpoint({
  method: 'POST',
  path: '/mail-texts/:kind/:lang/preview',
  summary: 'A mail with this text, example values and the branding of my company',
  who: 'settings.view',
  effect: 'read',
  audited: false,
  params: MailParams,
  input: MailContent,
  output: z.object({
    subject: z.string(),
    /** Name of the company whose branding the mail has. */
    company: z.string(),
    greeting: z.string(),
    body: z.string(),
    /** Label of the button. A link is never part of the text, so no change can lose it. */
    button: z.string(),
    note: z.string(),
    footer: z.string(),
  }),
  refusals: { record_not_found: 404, validation: 422 },
})

export const sendTestMail = endpoint({
  method: 'POST',
  path: '/mail-texts/:kind/:lang/test',
  summary: 'Send a mail with this text and example values to my own address',
  who: 'settings.email',
  stepUp: 'S2',
  params: MailParams,
  input: MailContent,
  output: z.object({ to: z.string() }),
  refusals: { record_not_found: 404, validation: 422, rate_limited: 429 },
})

export const changeMailText = endpoint({
  method: 'POST',
  path: '/mail-texts/:kind/:lang',
  summary:
    'Change the text of a kind of mail, or return to the built-in one; it applies to every mail sent from now on',
  who: 'settings.email',
  stepUp: 'S2',
  idempotent: true,
  params: MailParams,
  input: z.object({
    /** Null: the built-in text. */
    content: MailContent.nullable(),
    /** Version of the text that the change is based on. */
    seenVersion: z.number().int(),
    reason: ApprovalReason,
  }),
  output: MailTextOfKind,
  refusals: { record_not_found: 404, record_changed: 409, nothing_changes: 409, validation: 422 },
})
