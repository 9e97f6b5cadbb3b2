import { confirmOldAddress } from '@cardamom/contract/access/old-address'
import { readPendingChange } from '../identity/email-changes.sql.ts'
import { createOldAddressConfirmation, waitsForOld } from '../identity/old-address-confirmation.ts'
import { lockUser, readUser } from '../identity/users.sql.ts'
import { accepted, refused } from '../kernel/answer.ts'
import type { Kernel } from '../kernel/module.ts'
import type { CheckObject, DescribeChange } from '../kernel/mount-context.ts'
import type { AccessNeeds } from './access-needs.ts'
import { mayChange } from './changeable-person.ts'

const check: CheckObject<typeof confirmOldAddress> = async ({ sql, me, params }) => {
  const change = await readPendingChange(sql, { id: params.id })
  const user = change ? await readUser(sql, change.userId) : null
  if (!change || !user) return 'record_not_found'
  if (user.id === me.userId) return 'own_account'
  if (!mayChange(me, user)) return 'role_not_allowed'
  return waitsForOld(change) ? null : 'email_change_not_waiting'
}

const describe: DescribeChange<typeof confirmOldAddress> = async ({ sql, params }) => {
  const change = await readPendingChange(sql, { id: params.id })
  if (!change) throw new Error('A checked change is missing')
  const { id, companyId, fromEmail, toEmail } = change
  return { companyId, version: id, changes: [{ name: 'emailTo', before: fromEmail, after: toEmail }] }
}

/** Two administrators confirm a change of e-mail in place of an old address that the person lost (security §3). */
export const mountOldAddresses = (kernel: Kernel, needs: Pick<AccessNeeds, 'mailer'>): void => {
  const confirm = createOldAddressConfirmation(kernel, needs)
  kernel.mount(
    confirmOldAddress,
    async ({ me, params, input: { reason }, approval, ...tx }) => {
      const found = await readPendingChange(tx.sql, { id: params.id })
      if (!found) return refused('record_not_found')
      if (approval.checkerId === found.userId) return refused('own_account')
      const user = await lockUser(tx.sql, found.userId)
      const change = await readPendingChange(tx.sql, { id: params.id })
      if (!change || !waitsForOld(change)) return refused('email_change_not_waiting')
      const dueAt = await confirm(tx, { user, change, by: me.userId })
      const { id: userId, companyId } = user
      tx.recordChange({
        entity: 'user',
        entityId: userId,
        companyId,
        userId,
        before: { emailChangesAt: null, reason: null },
        after: { emailChangesAt: dueAt, reason },
        personal: ['reason'],
      })
      return accepted(null)
    },
    check,
    { describe },
  )
}
