import { formatCents } from '@cardamom/contract/money'
import {
  stepUpOperations,
  type StepUpFact,
  type StepUpOperation,
} from '@cardamom/contract/access/step-up-operations'
import { readFactors } from './access/factors.sql.ts'
import { phoneHint } from './access/factor-sync.ts'
import type { DescribeOperation } from './access/step-up.ts'
import { findCard } from './cards/cards.sql.ts'
import { decryptPrivate } from './identity/private-fields.ts'
import { readUser } from './identity/users.sql.ts'
import type { Queries } from './kernel/queries.ts'
import type { SessionPrincipal } from './kernel/principal.ts'
import type { Seal } from './kernel/seal.ts'
import { findCase } from './kyc/kyc-cases.sql.ts'
import { readOwnLoad } from './loads/loads.sql.ts'

type Facts = Partial<Record<StepUpFact, string>>
type Asked = {
  readonly sql: Queries
  readonly seal: Seal
  readonly me: SessionPrincipal
  readonly params: Readonly<Record<string, unknown>>
  readonly input: Readonly<Record<string, unknown>>
}
type Describe = (asked: Asked) => Promise<Facts>

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const personOf = async (sql: Queries, userId: string): Promise<Facts> => {
  const user = await readUser(sql, userId)
  return user ? { person: `${user.firstName} ${user.lastName} (${user.email})` } : {}
}

const describeCard: Describe = async ({ sql, params }) => {
  const card = await findCard(sql, textOf(params['id']))
  return card ? { card: card.lastDigits === null ? card.nameOnCard : `•••• ${card.lastDigits}` } : {}
}

/** The limits that the card would have. */
const describeLimits: Describe = async (asked) => {
  const limit = (value: unknown) => (typeof value === 'bigint' ? formatCents(value) : 'none')
  const { payment, day, month } = asked.input
  return { ...(await describeCard(asked)), payment: limit(payment), day: limit(day), month: limit(month) }
}

const describeRefund: Describe = async ({ sql, me, params, input }) => {
  const load = await readOwnLoad(sql, { id: textOf(params['id']), userId: me.userId })
  return { ...(load ? { load: load.ref } : {}), address: textOf(input['address']) }
}

const describeMobile: Describe = async ({ sql, seal, me, input }) => {
  const user = await readUser(sql, me.userId)
  const before = user ? (await decryptPrivate(seal, user.id, user.sealed)).mobile : null
  return { ...(before ? { mobileFrom: phoneHint(before) } : {}), mobileTo: textOf(input['mobile']) }
}

const describeEmail: Describe = async ({ sql, me, input }) => {
  const user = await readUser(sql, me.userId)
  return { ...(user ? { emailFrom: user.email } : {}), emailTo: textOf(input['email']) }
}

const describeSecurity: Describe = async ({ input: { otpLogin, lockAfterSeconds } }) => ({
  ...(typeof otpLogin === 'boolean' ? { otpLogin: otpLogin ? 'on' : 'off' } : {}),
  ...(typeof lockAfterSeconds === 'number' ? { lockAfterSeconds: String(lockAfterSeconds) } : {}),
})

const describeFactor: Describe = async ({ sql, me, params }) => {
  const factor = (await readFactors(sql, me.userId)).find(({ id }) => id === params['id'])
  return factor ? { factor: factor.name, method: factor.method } : {}
}

const describePasskeys: Describe = async ({ sql, me, params, input }) => {
  const userId = textOf(params['userId'])
  const keys = (await readFactors(sql, userId)).filter(
    ({ method, credentialId }) =>
      method === 'passkey' && (input['credentialId'] === undefined || input['credentialId'] === credentialId),
  )
  return {
    ...(userId === me.userId ? {} : await personOf(sql, userId)),
    ...(keys.length > 0 ? { passkey: keys.map(({ name }) => name).join(', ') } : {}),
  }
}

const describeCase: Describe = async ({ sql, params, input }) => {
  const found = await findCase(sql, textOf(params['id']))
  const note = textOf(input['note'])
  return { ...(found ? await personOf(sql, found.userId) : {}), ...(note ? { note } : {}) }
}

const describers: Readonly<Record<StepUpOperation, Describe>> = {
  'POST /cards/:id/reveal': describeCard,
  'PUT /cards/:id/limits': describeLimits,
  'POST /loads/:id/refund': describeRefund,
  'PATCH /me': describeMobile,
  'POST /me/email-changes': describeEmail,
  'PATCH /security': describeSecurity,
  'POST /factor-enrolments': async ({ input }) => ({ method: textOf(input['method']) }),
  'DELETE /factors/:id': describeFactor,
  'POST /recovery-codes': async () => ({}),
  'POST /authsignal/delete/passkey/:userId': describePasskeys,
  'POST /users/:id/lockouts/lift': async ({ sql, params, input }) => ({
    ...(await personOf(sql, textOf(params['id']))),
    note: textOf(input['note']),
  }),
  'GET /kyc-cases/:id/images': describeCase,
  'POST /kyc-cases/:id/approve': describeCase,
  'POST /kyc-cases/:id/reject': describeCase,
  'POST /kyc-cases/:id/reset': describeCase,
}

const isOperation = (action: string): action is StepUpOperation => action in stepUpOperations

/** Reads what a person is about to confirm, in words: which card, which passkey, from which address to which. */
export const createDescribeOperation =
  ({ seal }: { seal: Seal }): DescribeOperation =>
  async (sql, { me, action, params, input }) => {
    if (!isOperation(action)) return null
    const fields = (value: unknown) => (value ?? {}) as Readonly<Record<string, unknown>>
    const facts = await describers[action]({ sql, seal, me, params: fields(params), input: fields(input) })
    return Object.fromEntries(Object.entries(facts).filter(([, fact]) => fact !== ''))
  }
