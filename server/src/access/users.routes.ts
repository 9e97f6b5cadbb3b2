import { getPersonalData, getUser, listUserSessions } from '@cardamom/contract/access/users'
import { decryptPrivate } from '../identity/private-fields.ts'
import { accepted, refused } from '../kernel/answer.ts'
import type { Kernel } from '../kernel/module.ts'
import { mountList } from '../kernel/mount-list.ts'
import { listOpenSessions } from './open-sessions.sql.ts'
import { mostSessions, personInScope, readPersonOfArea, readUserDetail } from './user-detail.ts'
import { createUsersList } from './users.list.ts'

/** People of the cardholders' area, as administrators see them. */
export const mountUsers = (kernel: Kernel): void => {
  const { mount, clock, encryption, config } = kernel
  mountList(kernel, createUsersList(kernel))

  mount(getUser, async ({ sql, me, params }) => {
    const user = await readPersonOfArea(sql, params.id)
    if (!user) return refused('record_not_found')
    return accepted(await readUserDetail(sql, me, { user, now: clock.realNow(), config }))
  })

  mount(
    getPersonalData,
    async ({ sql, params, concerns }) => {
      const user = await readPersonOfArea(sql, params.id)
      if (!user) return refused('record_not_found')
      concerns(user.id)
      const { gender, city, state, country } = user
      const opened = await decryptPrivate(encryption, user.id, user.encrypted)
      return accepted({ ...opened, gender, city, state, country })
    },
    personInScope,
  )

  mount(listUserSessions, async ({ sql, params }) => {
    const user = await readPersonOfArea(sql, params.id)
    if (!user) return refused('record_not_found')
    const { id: userId, roleId } = user
    const of = { userId, roleId, now: clock.realNow(), limit: mostSessions }
    return accepted({ items: await listOpenSessions(sql, of) })
  })
}
