import {
  changeMailText,
  listMailTextChanges,
  listMailTexts,
  mailLanguages,
  previewMail,
  sendTestMail,
} from '@cardamom/contract/notifications/mail-texts'
import { readChanges } from '../audit/changes.sql.ts'
import { readCompany } from '../companies/companies.sql.ts'
import { brandName } from '../companies/company.ts'
import { personMail } from '../identity/identity-mail.ts'
import type { ThrottleRule } from '../identity/throttle.ts'
import type { Throttles } from '../identity/throttles.sql.ts'
import { readUser } from '../identity/users.sql.ts'
import { accepted, refused } from '../kernel/answer.ts'
import { allTenants } from '../kernel/database.ts'
import type { Kernel } from '../kernel/module.ts'
import type { Language } from '../kernel/principal.ts'
import type { Queries } from '../kernel/queries.ts'
import { textOf, type StepUpDescribers } from '../kernel/step-up-facts.ts'
import {
  exampleFacts,
  isMailKind,
  issuesOfMail,
  mailKinds,
  placeholdersOf,
  presetOfMail,
  type MailContent,
} from '../providers/mail/mail-texts.ts'
import type { MailDraft, Mailer, MailKind } from '../providers/mail/mailer.ts'
import { lockSettings } from '../settings/setting-page.sql.ts'
import { readStoredTexts, writeStoredText, type StoredText } from '../settings/stored-texts.sql.ts'
import { mailContentOf, mailTextKey, mailTextPrefix } from './mail-choices.sql.ts'

export type MailTextNeeds = {
  readonly mailer: Mailer
  readonly throttles: Pick<Throttles, 'isFreeWithin'>
  readonly readNames: (sql: Queries, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>
}

const minuteMs = 60_000
/** Tests of one administrator by mail. */
const testTries: ThrottleRule = {
  tries: 10,
  windowMs: 60 * minuteMs,
  firstBlockMs: 15 * minuteMs,
  longestBlockMs: 60 * minuteMs,
}
const changesShown = 50

const isMailLanguage = (lang: string): lang is Language => mailLanguages.some((each) => each === lang)
const missingOf = ({ kind, lang }: { kind: string; lang: string }) =>
  isMailKind(kind) && isMailLanguage(lang) ? null : ('record_not_found' as const)

const shownOf = (kind: MailKind, lang: Language, stored: StoredText | undefined) => {
  const [own, preset] = [mailContentOf(stored?.value), presetOfMail(kind, lang)]
  return {
    kind,
    lang,
    ...(own ?? preset),
    preset,
    placeholders: placeholdersOf(kind, lang),
    isChanged: own !== null,
    version: stored?.version ?? 0,
    changedAt: stored?.changedAt ?? null,
  }
}

/** An example of a mail to an administrator, in the branding of their company. */
const readExample = async (
  { config, clock }: Kernel,
  sql: Queries,
  of: { userId: string; kind: MailKind; lang: Language },
): Promise<MailDraft> => {
  const user = await readUser(sql, of.userId)
  if (!user) throw new Error('A session has no user')
  const company = await readCompany(sql, user.companyId)
  const { by, ...facts } = exampleFacts(of.kind, of.lang, brandName(company))
  const times = by === undefined ? {} : { times: { by: clock.now().toISOString() } }
  const reader = { ...user, locale: of.lang }
  return personMail(reader, { company, config, kind: of.kind, path: '/', facts, ...times })
}

/** Texts of mail: what each kind says in each language, and changes by the operator. */
export const mountMailTexts = (kernel: Kernel, { mailer, throttles, readNames }: MailTextNeeds): void => {
  const { mount, clock, db } = kernel

  const readShown = async (sql: Queries, kind: MailKind, lang: Language) => {
    const [stored] = await readStoredTexts(sql, mailTextKey(kind, lang))
    return shownOf(kind, lang, stored)
  }

  mount(listMailTexts, async ({ sql }) => {
    const stored = new Map((await readStoredTexts(sql, mailTextPrefix)).map((each) => [each.key, each]))
    return accepted({
      items: mailKinds.flatMap((kind) =>
        mailLanguages.map((lang) => shownOf(kind, lang, stored.get(mailTextKey(kind, lang)))),
      ),
    })
  })

  mount(listMailTextChanges, async ({ read, params: { kind, lang } }) => {
    if (!isMailKind(kind) || !isMailLanguage(lang)) return refused('record_not_found')
    const entityId = mailTextKey(kind, lang)
    // All tenants: changes of settings belong to no company.
    const found = await db.read(allTenants, (sql) =>
      readChanges(sql, { entity: 'setting', entityId, limit: changesShown }),
    )
    const actors = found.flatMap(({ actorId }) => (actorId === null ? [] : [actorId]))
    const names = await read((sql) => readNames(sql, actors))
    const contentIn = (values: Readonly<Record<string, unknown>> | null) =>
      typeof values?.['value'] === 'string' ? mailContentOf(JSON.parse(values['value'])) : null
    return accepted({
      items: found.map(({ auditId, before, after, at, actorId }) => ({
        id: auditId,
        before: contentIn(before),
        after: contentIn(after),
        reason: String(after?.['reason'] ?? ''),
        at,
        by: actorId === null ? null : (names.get(actorId) ?? null),
      })),
    })
  })

  mount(previewMail, async ({ sql, me, input, params: { kind, lang } }) => {
    if (!isMailKind(kind) || !isMailLanguage(lang)) return refused('record_not_found')
    const errors = issuesOfMail(kind, lang, input)
    if (errors) return refused('validation', { data: { errors } })
    const draft = await readExample(kernel, sql, { userId: me.userId, kind, lang })
    const { subject, greeting, paragraphs, button, notes, footer } = mailer.preview(draft, input)
    return accepted({
      subject,
      company: draft.brand.name,
      greeting,
      body: paragraphs.join(' '),
      button: button?.label ?? '',
      note: notes.join(' '),
      footer,
    })
  })

  mount(
    sendTestMail,
    async ({ me, input: content, params: { kind, lang }, ...tx }) => {
      if (!isMailKind(kind) || !isMailLanguage(lang)) return refused('record_not_found')
      const errors = issuesOfMail(kind, lang, content)
      if (errors) return refused('validation', { data: { errors } })
      if (!(await throttles.isFreeWithin(tx.sql, `test-mail:${me.userId}`, testTries)))
        return refused('rate_limited', { data: { retryAfterSeconds: testTries.firstBlockMs / 1000 } })
      const draft = await readExample(kernel, tx.sql, { userId: me.userId, kind, lang })
      await mailer.enqueue(tx, { ...draft, content })
      return accepted({ to: draft.to })
    },
    async ({ params }) => missingOf(params),
  )

  mount(
    changeMailText,
    async ({ sql, recordChange, me, input, params: { kind, lang } }) => {
      if (!isMailKind(kind) || !isMailLanguage(lang)) return refused('record_not_found')
      await lockSettings(sql)
      const now = await readShown(sql, kind, lang)
      if (now.version !== input.seenVersion) return refused('record_changed')
      const errors = input.content && issuesOfMail(kind, lang, input.content)
      if (errors) return refused('validation', { data: { errors } })
      const before: MailContent | null = now.isChanged ? { subject: now.subject, body: now.body } : null
      if (JSON.stringify(before) === JSON.stringify(input.content)) return refused('nothing_changes')
      const key = mailTextKey(kind, lang)
      await writeStoredText(sql, { key, value: input.content, at: clock.realNow(), by: me.userId })
      recordChange({
        entity: 'setting',
        entityId: key,
        companyId: null,
        before: { value: JSON.stringify(before) },
        after: { value: JSON.stringify(input.content), reason: input.reason },
      })
      return accepted(await readShown(sql, kind, lang))
    },
    async ({ params }) => missingOf(params),
  )
}

/** The mail as the editor names it: by its built-in subject, unless that depends on facts. */
const mailName = (params: Readonly<Record<string, unknown>>): string => {
  const kind = textOf(params['kind'])
  const lang = mailLanguages.find((each) => each === params['lang'])
  if (!lang || !isMailKind(kind)) return kind
  const { subject } = presetOfMail(kind, lang)
  return `${subject.includes('{') ? kind.replaceAll('_', ' ') : subject} (${lang})`
}

export const mailTextStepUps = {
  'POST /mail-texts/:kind/:lang': async ({ params, input }) => {
    const content = mailContentOf(input['content'])
    const mail = mailName(params)
    return {
      mail,
      subject: content?.subject ?? '—',
      text: content?.body ?? '—',
      reason: textOf(input['reason']),
    }
  },
  'POST /mail-texts/:kind/:lang/test': async ({ params, input }) => ({
    mail: mailName(params),
    subject: textOf(input['subject']),
  }),
} satisfies Partial<StepUpDescribers>
