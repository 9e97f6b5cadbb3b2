import {
  authenticatePasskey,
  deletePasskey,
  deletePasskeyWithoutUser,
  getPasskeyKeys,
  sendOtp,
} from '@cardamom/contract/access'
import { Id } from '@cardamom/contract/wire'
import type { FastifyRequest } from 'fastify'
import { consumeMail } from '../identity/mail-budget.ts'
import { decryptPrivate } from '../identity/private-fields.ts'
import { emailHint, type User } from '../identity/user.ts'
import { readUser } from '../identity/users.sql.ts'
import { accepted, refused, type RefusedAnswer } from '../kernel/answer.ts'
import { provedPerson } from '../kernel/scopes.ts'
import type { Kernel } from '../kernel/module.ts'
import type { Handler } from '../kernel/mount-context.ts'
import { proxyPath } from '../kernel/step-up-service.ts'
import type { SessionPrincipal } from '../kernel/principal.ts'
import type { AccessNeeds } from './access-needs.ts'
import type { AccessParts } from './access-parts.ts'
import { findCodeStep, setSentCode, useProofOnce } from './challenges.sql.ts'
import { createFactorRemoval } from './factor-removal.ts'
import { phoneHint } from './factor-sync.ts'
import { callerOf, recordSecurityEvent } from './security-events.sql.ts'
import { setSessionConfirmed } from './sessions.sql.ts'

const retryAfterSeconds = 5
/** Placeholders that clients send in a path when they have no id. */
const noIds: ReadonlySet<string> = new Set(['', 'undefined', 'null'])

/** The calls of product §7 about passkeys and codes, in exactly its shapes. */
export const mountAuthsignal = (kernel: Kernel, needs: AccessNeeds, parts: AccessParts): void => {
  const { mount, db, ids, clock, encryption, config, messageOf } = kernel
  const { stepUp, stepUpService } = needs
  const removal = createFactorRemoval(kernel, needs, parts)
  const find = (userId: string) => db.read(provedPerson, (sql) => readUser(sql, userId))

  /** The client API's address for this browser. */
  const baseUrlFor = (request: FastifyRequest): string => {
    if (!stepUpService) return ''
    const { protocol } = new URL(config.PUBLIC_URL)
    return stepUpService.proxied ? `${protocol}//${request.host}${proxyPath}` : stepUpService.apiUrl
  }

  mount(getPasskeyKeys, async ({ sql, me, request }) => {
    const user = await readUser(sql, me.userId)
    const passkey_enabled = user?.passkeyEnabled ? (1 as const) : (0 as const)
    const data = {
      passkey_enabled,
      publishableKey: stepUpService?.tenantId ?? '',
      baseUrl: baseUrlFor(request),
    }
    return accepted({ success: true as const, data })
  })

  /**
   * The key of this person's passkey check; null: the token proves nothing. The key expires after ten
   * minutes.
   */
  const checkOf = async (me: SessionPrincipal, token: string) => {
    const checked = await stepUp?.validate(token, { userId: me.userId })
    if (!checked || checked.outcome === 'unavailable' || checked.outcome === 'unknown') return 'unavailable'
    if (checked.outcome === 'rejected' || checked.value.method !== 'passkey') return null
    return { key: checked.value.key }
  }

  mount(authenticatePasskey, async ({ me, input, lang, request, address, finish }) => {
    const caller = callerOf({ request, address })
    const user = await find(me.userId)
    if (!user) throw new Error('A session has no user')
    const check = await checkOf(me, input.token)
    if (check === 'unavailable') return refused('unavailable', { data: { retryAfterSeconds } })
    const read = await parts.syncFactors(user, { caller })
    if (!read.accepted) return read
    if (!read.value.factors.some(({ method }) => method === 'passkey')) return refused('passkey_not_enabled')
    if (check === null) return refused('passkey_failed')
    const message = messageOf(lang, 'answers.passkeyChecked')
    return finish({ success: true as const, message }, async ({ sql }) => {
      const { userId, companyId, sessionId } = me
      const at = clock.realNow()
      const proof = `${userId}:${check.key}`
      if (!(await useProofOnce(sql, { proof, userId, companyId, at }))) return refused('passkey_failed')
      await setSessionConfirmed(sql, { id: sessionId, at })
      const facts = { method: 'passkey' }
      await recordSecurityEvent(sql, ids, { userId, companyId, kind: 'step_up', facts, caller, at })
    })
  })

  /** The person whose passkeys are read or deleted: the caller, or a person in the caller's data scope. */
  const ownerOf = async (
    me: SessionPrincipal,
    userId: string,
  ): Promise<User | 'permission_denied' | null> => {
    if (userId === me.userId) return find(userId)
    if (!me.may('users.delete_passkey')) return 'permission_denied'
    return db.read(me.scope, (sql) => readUser(sql, userId))
  }

  const remove: Handler<typeof deletePasskey> = async (call) => {
    const { me, params, input, lang, request, address, finish } = call
    const owner = await ownerOf(me, params.userId)
    if (owner === 'permission_denied') return refused('permission_denied')
    if (!owner) return refused('record_not_found')
    const caller = callerOf({ request, address })
    const read = await parts.syncFactors(owner, { caller })
    if (!read.accepted) return refused('passkey_not_deleted', { data: { retryAfterSeconds } })
    const { factors } = read.value
    const { credentialId } = input
    const gone = factors.filter(
      ({ method, credentialId: own }) =>
        method === 'passkey' && (credentialId === undefined || own === credentialId),
    )
    if (gone.length === 0) return refused('passkey_not_enabled')
    // Removing another person's last factor needs a second person (permissions §3). This call alone cannot do
    // it.
    if (owner.id !== me.userId && gone.length === factors.length) return refused('passkey_required')
    if (await removal.isRequired({ user: owner, factors, gone })) return refused('passkey_required')
    const message = messageOf(lang, gone.length > 1 ? 'answers.passkeysDeleted' : 'answers.passkeyDeleted')
    const notDeleted = ({ data }: RefusedAnswer) => refused('passkey_not_deleted', { data })
    const removed = await removal.remove({ user: owner, gone, caller }, (store) =>
      finish(
        { success: true as const, message },
        async (tx) => {
          const refusal = await store(tx)
          return refusal ? notDeleted(refusal) : undefined
        },
        'commit',
      ),
    )
    if (removed.accepted || removed.code !== 'unavailable') return removed
    return notDeleted(removed)
  }
  mount(deletePasskey, remove, async ({ sql, me, params: { userId } }) => {
    if (noIds.has(userId)) return 'user_id_required'
    if (!Id.safeParse(userId).success) return 'record_not_found'
    if (userId !== me.userId && !me.may('users.delete_passkey')) return 'permission_denied'
    return (await readUser(sql, userId)) ? null : 'record_not_found'
  })

  mount(deletePasskeyWithoutUser, async () => refused('user_id_required'))

  mount(sendOtp, async ({ me, input, lang, finish }) => {
    const now = clock.realNow()
    const row = await db.read(provedPerson, (sql) => findCodeStep(sql, { sessionId: me.sessionId, now }))
    const user = row ? await find(me.userId) : null
    if (!row || !user) return refused('challenge_expired')
    const purpose = input.channel === 'email' ? 'code' : 'sms_code'
    const { id: userId, email } = user
    const sender = { sessionId: me.sessionId }
    const allowed = await consumeMail(needs, { purpose, to: email, sender, userId })
    if (!allowed.accepted) return allowed
    const { channel } = input
    // A code is sent only to the address or number of the account.
    const to =
      channel === 'email' ? user.email : (await decryptPrivate(encryption, user.id, user.encrypted)).mobile
    if (to === null) return refused('otp_not_sent', { data: { retryAfterSeconds: 60 } })
    const operation = { userId: user.id, action: row.providerAction, key: `${row.id}.${channel}` }
    const sent = await stepUp?.sendCode({ ...operation, channel, to, lang: user.locale })
    if (sent?.outcome !== 'ok') return refused('otp_not_sent', { data: { retryAfterSeconds: 60 } })
    const { sentCodeId } = sent.value
    const message = messageOf(lang, 'answers.otpSent', {
      to: channel === 'email' ? emailHint(to) : phoneHint(to),
    })
    return finish({ success: true as const, message }, async ({ sql }) => {
      await setSentCode(sql, { id: row.id, sentCodeId, at: now })
    })
  })
}
