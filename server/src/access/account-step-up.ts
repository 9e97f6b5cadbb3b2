import { textOf, type DescribeStepUp, type StepUpDescribers } from '../kernel/step-up-facts.ts'
import { decryptPrivate } from '../identity/private-fields.ts'
import { personOf } from '../identity/person-step-up.ts'
import { readUser } from '../identity/users.sql.ts'
import { phoneHint } from './factor-sync.ts'
import { readFactors } from './factors.sql.ts'

const describeMobile: DescribeStepUp = async ({ sql, encryption, me, input }) => {
  const user = await readUser(sql, me.userId)
  const before = user ? (await decryptPrivate(encryption, user.id, user.encrypted)).mobile : null
  return { ...(before ? { mobileFrom: phoneHint(before) } : {}), mobileTo: textOf(input['mobile']) }
}

const describeEmail: DescribeStepUp = async ({ sql, me, input }) => {
  const user = await readUser(sql, me.userId)
  return { ...(user ? { emailFrom: user.email } : {}), emailTo: textOf(input['email']) }
}

const describeSecurity: DescribeStepUp = async ({ input: { otpLogin, lockAfterSeconds } }) => ({
  ...(typeof otpLogin === 'boolean' ? { otpLogin: otpLogin ? 'on' : 'off' } : {}),
  ...(typeof lockAfterSeconds === 'number' ? { lockAfterSeconds: String(lockAfterSeconds) } : {}),
})

const describeFactor: DescribeStepUp = async ({ sql, me, params }) => {
  const factor = (await readFactors(sql, me.userId)).find(({ id }) => id === params['id'])
  return factor ? { factor: factor.name, method: factor.method } : {}
}

const describePasskeys: DescribeStepUp = async ({ sql, me, params, input }) => {
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

/** Facts of operations on a person's own account, and of an administrator's help. */
export const accountStepUps = {
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
} satisfies Partial<StepUpDescribers>
