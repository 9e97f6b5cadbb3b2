import { z } from 'zod'
import type { Language } from '../kernel/principal.ts'
import type { Queries } from '../kernel/queries.ts'
import type { MailContent } from '../providers/mail/mail-texts.ts'
import type { MailChoices, MailKind } from '../providers/mail/mailer.ts'
import { readSettings } from '../settings/settings.sql.ts'
import { readStoredTexts } from '../settings/stored-texts.sql.ts'

const Content = z.object({ subject: z.string(), body: z.string() })

export const mailTextPrefix = 'mailText.'
export const mailTextKey = (kind: MailKind, lang: Language): string => `${mailTextPrefix}${kind}.${lang}`

/** A stored text; null: the built-in one. */
export const mailContentOf = (value: unknown): MailContent | null => Content.safeParse(value).data ?? null

const orNull = (text: string): string | null => (text === '' ? null : text)

/** What the operator decided about mail of a kind in a language. */
export const readMailChoices = async (sql: Queries, kind: MailKind, lang: Language): Promise<MailChoices> => {
  const [stored] = await readStoredTexts(sql, mailTextKey(kind, lang))
  const sender = await readSettings(sql, ['emailSenderName', 'emailSenderAddress', 'emailReplyTo'])
  return {
    content: mailContentOf(stored?.value),
    fromName: orNull(sender.emailSenderName),
    fromAddress: orNull(sender.emailSenderAddress),
    replyTo: orNull(sender.emailReplyTo),
  }
}
