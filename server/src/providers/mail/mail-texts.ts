import { catalogues } from '@cardamom/contract/messages/catalogues'
import type { Language } from '../../kernel/principal.ts'
import { formatText } from '../../kernel/text.ts'

/** The kinds of mail. The texts of each are in the catalogue under `mail.kinds.<kind>`. */
export type MailKind = keyof (typeof catalogues)['en']['mail']['kinds']

/** Subject and body of a mail, with placeholders in braces. */
export type MailContent = { readonly subject: string; readonly body: string }

export const mailKinds = Object.keys(catalogues.en.mail.kinds) as readonly MailKind[]
export const isMailKind = (kind: string): kind is MailKind => mailKinds.some((each) => each === kind)

/** The built-in text of a kind. */
export const presetOfMail = (kind: MailKind, lang: Language): MailContent => {
  const { subject, body } = catalogues[lang].mail.kinds[kind]
  return { subject, body }
}

const namesIn = (text: string): string[] =>
  [...text.matchAll(/\{\s*(\w+)\s*[,}]/g)].map(([, name = '']) => name)

/**
 * Placeholders of a kind: the facts that its built-in texts name, and the company. What the built-in body names is
 * required. Link and code are no placeholders: every mail has them below its text.
 */
export const placeholdersOf = (kind: MailKind, lang: Language) => {
  const known = (['en', 'es'] as const).flatMap((each) =>
    Object.values(catalogues[each].mail.kinds[kind]).flatMap(namesIn),
  )
  const required = new Set(namesIn(presetOfMail(kind, lang).body).filter((name) => name !== 'company'))
  return [...new Set(['company', ...known])].map((name) => ({ name, isRequired: required.has(name) }))
}

/** Values for a preview and a test. A number suits every form of a text. */
const examples: Readonly<Record<string, string>> = {
  name: 'Lucía',
  newEmail: 'lucia.new@example.com',
  ending: '0111',
  lastDigits: '4242',
  left: '3',
  ref: 'L-7K2M9QRS',
  net: '200.00',
  amount: '12.50',
  coins: '201.05 USDC',
  merchant: 'Café Central',
  factor: 'Passkey',
}

export const exampleFacts = (kind: MailKind, lang: Language, company: string): Record<string, string> => ({
  ...Object.fromEntries(placeholdersOf(kind, lang).map(({ name }) => [name, examples[name] ?? '…'])),
  company,
  name: 'Lucía',
})

type MailTextIssue = 'placeholder_unknown' | 'placeholder_missing' | 'placeholder_form'

const issueOf = (kind: MailKind, lang: Language, text: string): MailTextIssue | null => {
  const known = placeholdersOf(kind, lang).map(({ name }) => name)
  if (namesIn(text).some((name) => !known.includes(name))) return 'placeholder_unknown'
  return formatText(lang, text, exampleFacts(kind, lang, 'Cardamom')) === null ? 'placeholder_form' : null
}

/** Issues with a text of a kind, as field codes; null: none. */
export const issuesOfMail = (
  kind: MailKind,
  lang: Language,
  { subject, body }: MailContent,
): Readonly<Record<string, MailTextIssue[]>> | null => {
  const [ofSubject, ofBody] = [issueOf(kind, lang, subject), issueOf(kind, lang, body)]
  const names = new Set([...namesIn(subject), ...namesIn(body)])
  const isWhole = placeholdersOf(kind, lang).every(({ name, isRequired }) => !isRequired || names.has(name))
  const issues = {
    ...(ofSubject ? { subject: [ofSubject] } : {}),
    ...(ofBody || !isWhole ? { body: [ofBody ?? ('placeholder_missing' as const)] } : {}),
  }
  return Object.keys(issues).length > 0 ? issues : null
}
