import {
  startEnrolment,
  confirmEnrolment,
  listFactors,
  makeRecoveryCodes,
  removeFactor,
  renameFactor,
  sendEnrolmentLink,
  useEnrolmentLink,
} from '@cardamom/contract/access/factors'
import { readPasskeyMandatory } from './passkey-mandatory.sql.ts'
import { findChallenge, useChallenge } from './challenges.sql.ts'
import type { Factor } from './factor.ts'
import { createFactorRemoval } from './factor-removal.ts'
import { readFactors, renameFactorOf, setFactorDevice } from './factors.sql.ts'
import { readRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.sql.ts'
import { callerOf, recordSecurityEvent } from './security-events.sql.ts'
import { sessionTimes } from './session.ts'
import { readSessionEnrolUntil, setSessionConfirmed, setSessionEnrolUntil } from './sessions.sql.ts'
import { readCompany } from '../companies/companies.sql.ts'
import { personMail, securityChangedMail } from '../identity/identity-mail.ts'
import { createLinkSender } from '../identity/link-sender.ts'
import { findLink, isLive, useLink } from '../identity/links.sql.ts'
import { consumeMail } from '../identity/mail-budget.ts'
import { decryptPrivate } from '../identity/private-fields.ts'
import { emailHint } from '../identity/user.ts'
import { readUser } from '../identity/users.sql.ts'
import { accepted, refused } from '../kernel/answer.ts'
import { after } from '../kernel/clock.ts'
import { provedPerson } from '../kernel/scopes.ts'
import type { Kernel } from '../kernel/module.ts'
import type { Handler } from '../kernel/mount-context.ts'
import type { FastifyRequest } from 'fastify'
import type { Language } from '../kernel/principal.ts'
import type { MessageOf } from '../kernel/reply.ts'
import { factorNameIn } from './factor-name.ts'
import { readSetting } from '../settings/settings.sql.ts'
import type { AccessNeeds } from './access-needs.ts'
import type { AccessParts } from './access-parts.ts'

/**
 * The cookie in which the provider's library stores the browser's id (product §3). It is no secret and proves
 * nothing.
 */
const deviceIdOf = (request: FastifyRequest): string | null => request.cookies['__as_aid'] ?? null

type FactorReader = {
  readonly request: FastifyRequest
  readonly lang: Language
  readonly messageOf: MessageOf
}

const shown = (factor: Factor, { request, lang, messageOf }: FactorReader) => {
  const { id, method, createdAt, lastUsedAt, fullFrom, synced, detail, credentialId, deviceId } = factor
  const name = factorNameIn(lang, factor, messageOf)
  const thisDevice = deviceId !== null && deviceId === deviceIdOf(request)
  return { id, method, name, createdAt, lastUsedAt, fullFrom, synced, thisDevice, detail, credentialId }
}

/** A person's own second factors: list, add, name and remove (product §2, security settings; permissions §3). */
export const mountFactors = (kernel: Kernel, needs: AccessNeeds, parts: AccessParts): void => {
  mountFactorList(kernel, needs, parts)
  mountEnrolments(kernel, parts)
  mountEnrolmentLinks(kernel, needs)
}

const personOf = async ({ db }: Pick<Kernel, 'db'>, userId: string) => {
  const user = await db.read(provedPerson, (sql) => readUser(sql, userId))
  if (!user) throw new Error('A session has no user')
  return user
}

const mountFactorList = (kernel: Kernel, needs: AccessNeeds, parts: AccessParts): void => {
  const { mount, db, ids, clock, encryption, config, messageOf } = kernel
  const { mailer } = needs
  const removal = createFactorRemoval(kernel, needs, parts)

  mount(listFactors, async ({ me, lang, request, address }) => {
    const user = await personOf(kernel, me.userId)
    // Who works on behalf of a person changes nothing, so they see the factors as they are stored.
    const read =
      me.impersonatorId === null
        ? await parts.syncFactors(user, { caller: callerOf({ request, address }) })
        : accepted({ factors: await db.read(provedPerson, (sql) => readFactors(sql, user.id)) })
    if (!read.accepted) return read
    const { factors } = read.value
    return db.read(provedPerson, async (sql) => {
      const until = await readSessionEnrolUntil(sql, me.sessionId)
      const mayEnrol = factors.length > 0 || (until !== null && until > clock.realNow())
      return accepted({
        items: factors.map((factor) => shown(factor, { request, lang, messageOf })),
        mandatory: await readPasskeyMandatory(sql, user),
        recoveryCodes: await readRecoveryCodes(sql, user.id),
        enrolUntil: mayEnrol ? until : null,
      })
    })
  })

  mount(renameFactor, async ({ me, params, input, request, address, ...tx }) => {
    const { userId, companyId } = me
    const { name } = input
    const user = await readUser(tx.sql, userId)
    if (!user) throw new Error('A session has no user')
    const old = (await readFactors(tx.sql, userId)).find(({ id }) => id === params.id)
    if (!(await renameFactorOf(tx.sql, { id: params.id, userId, name }))) return refused('record_not_found')
    tx.recordChange({
      entity: 'factor',
      entityId: params.id,
      companyId,
      userId,
      before: { name: old?.name },
      after: { name },
      personal: ['name'],
    })
    const caller = callerOf({ request, address })
    const event = { userId, companyId, kind: 'factor_renamed', facts: { name } } as const
    const at = clock.realNow()
    await recordSecurityEvent(tx.sql, ids, { ...event, caller, at })
    const company = await readCompany(tx.sql, companyId)
    const cause = { at, source: caller }
    await mailer.enqueue(tx, securityChangedMail(user, { company, config, cause }))
    return accepted({ id: params.id, name })
  })

  const remove: Handler<typeof removeFactor> = async ({ me, params, request, address, finish }) => {
    const user = await personOf(kernel, me.userId)
    const factors = await db.read(provedPerson, (sql) => readFactors(sql, me.userId))
    const gone = factors.filter(({ id }) => id === params.id)
    if (gone.length === 0) return refused('record_not_found')
    if (await removal.isRequired({ user, factors, gone })) return refused('last_factor')
    const hours = await db.read(provedPerson, (sql) => readSetting(sql, 'credentialChangeWaitHours'))
    const caller = callerOf({ request, address })
    return removal.remove({ user, gone, caller }, (store) =>
      finish({ withdrawalsHeldUntil: after(clock.realNow(), hours * 3_600_000) }, store, 'commit'),
    )
  }
  mount(removeFactor, remove, async ({ sql, me, params }) =>
    (await readFactors(sql, me.userId)).some(({ id }) => id === params.id) ? null : 'record_not_found',
  )

  mount(makeRecoveryCodes, async ({ me, request, address, ...tx }) => {
    const { userId, companyId } = me
    const user = await readUser(tx.sql, userId)
    if (!user) throw new Error('A session has no user')
    const at = clock.realNow()
    const codes = await replaceRecoveryCodes(tx.sql, { ids, encryption }, { userId, companyId, at })
    const caller = callerOf({ request, address })
    await recordSecurityEvent(tx.sql, ids, { userId, companyId, kind: 'recovery_codes_made', caller, at })
    const company = await readCompany(tx.sql, companyId)
    const mail = { company, config, kind: 'recovery_codes_made', path: '/recover' } as const
    await mailer.enqueue(tx, personMail(user, { ...mail, cause: { at, source: caller } }))
    return accepted({ codes })
  })
}

const mountEnrolments = (kernel: Kernel, { challenges, syncFactors }: AccessParts): void => {
  const { mount, db, clock, encryption, messageOf } = kernel

  mount(startEnrolment, async ({ me, input, request, address, finish }) => {
    const caller = callerOf({ request, address })
    const user = await personOf(kernel, me.userId)
    const known = await db.read(provedPerson, (sql) => readFactors(sql, user.id))
    const read = await syncFactors(user, { caller })
    if (!read.accepted) return read
    const isFirst = read.value.factors.length === 0
    // A factor that was added without us was found just now: the next attempt of this call requires a proof
    // of it.
    if (!isFirst && known.length === 0) return refused('unavailable', { data: { retryAfterSeconds: 1 } })
    const until = await db.read(provedPerson, (sql) => readSessionEnrolUntil(sql, me.sessionId))
    if (isFirst && (until === null || until <= clock.realNow())) return refused('mail_link_needed')
    const { method } = input
    const wanted = { user, sessionId: me.sessionId, purpose: 'enrol', methods: [method], caller } as const
    const started = await challenges.start({ ...wanted, ...(isFirst ? {} : { mayAdd: true as const }) })
    if (!started.accepted) return started
    const { id, facts, save } = started.value
    const { url, expiresAt } = facts
    const token = facts.token ?? ''
    const { mobile } = await decryptPrivate(encryption, user.id, user.encrypted)
    const { username, email } = user
    const enrolment = { id, method, token, url, username, email, phone: mobile, expiresAt }
    return finish(enrolment, ({ sql }) => save(sql))
  })

  mount(confirmEnrolment, async ({ me, params, input, lang, request, address, finish }) => {
    const { sessionId, userId } = me
    const of = { id: params.id, sessionId, purpose: 'enrol', now: clock.realNow() } as const
    const challenge = await db.read(provedPerson, (sql) => findChallenge(sql, of))
    if (!challenge) return refused('challenge_expired')
    const user = await personOf(kernel, userId)
    const read = await syncFactors(user, { caller: callerOf({ request, address }), name: input.name })
    if (!read.accepted) return read
    const [method] = challenge.methods
    // The list may have been read meanwhile, so the factor may already be stored. Our own ids define the
    // order, because the provider's clock is not ours.
    const isNew = (factor: Factor) => factor.method === method && factor.id > challenge.id
    const factor = read.value.factors.findLast(isNew)
    if (!factor) return refused('registration_not_completed')
    const name = input.name ?? factor.name
    // A security key works on any device; a passkey belongs to the device where it is created.
    const deviceId = factor.deviceId ?? (factor.method === 'passkey' ? deviceIdOf(request) : null)
    return finish(shown({ ...factor, name, deviceId }, { request, lang, messageOf }), async ({ sql }) => {
      const at = clock.realNow()
      await useChallenge(sql, { challenge, method: factor.method, at })
      if (deviceId !== null) await setFactorDevice(sql, { id: factor.id, deviceId })
      if (name !== factor.name) await renameFactorOf(sql, { id: factor.id, userId, name })
      // Proving a new factor counts as showing a factor.
      await setSessionConfirmed(sql, { id: sessionId, at })
    })
  })
}

const mountEnrolmentLinks = (kernel: Kernel, needs: AccessNeeds): void => {
  const { mount, clock } = kernel
  const sendLink = createLinkSender(kernel, needs)

  mount(sendEnrolmentLink, async ({ me, request, address, finish }) => {
    const user = await personOf(kernel, me.userId)
    const { id: userId, email } = user
    const sender = { sessionId: me.sessionId }
    const allowed = await consumeMail(needs, { purpose: 'factor', to: email, sender, userId })
    if (!allowed.accepted) return allowed
    const cause = { at: clock.realNow(), source: callerOf({ request, address }) }
    const sent = await sendLink(user, { kind: 'factor_enrolment', email, emailChangeId: null, cause })
    if (!sent.accepted) return sent
    return finish({ hint: emailHint(email) }, ({ sql }) => sent.value.save(sql))
  })

  mount(useEnrolmentLink, async ({ sql, me, params: { token } }) => {
    const at = clock.realNow()
    const link = await findLink(sql, token, ['factor_enrolment'])
    // A link that was sent to another person opens nothing here.
    if (!link || link.userId !== me.userId || !isLive(link, at)) return refused('link_expired')
    if (!(await useLink(sql, token, at))) return refused('link_expired')
    const until = after(at, sessionTimes.enrolMs)
    await setSessionEnrolUntil(sql, { id: me.sessionId, until })
    return accepted({ enrolUntil: until })
  })
}
