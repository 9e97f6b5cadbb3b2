import {
  createSavedView,
  deleteSavedView,
  listSavedViews,
  mostSavedViews,
  renameSavedView,
} from '@cardamom/contract/identity/saved-views'
import { accepted, refused } from '../kernel/answer.ts'
import { isListPath } from '../kernel/list.ts'
import type { Kernel } from '../kernel/module.ts'
import { deleteView, findView, insertView, listViews, renameView } from './saved-views.sql.ts'
import { lockUser } from './users.sql.ts'

/** A person's views of lists: order and filters with a name. */
export const mountSavedViews = ({ mount, ids, clock }: Kernel): void => {
  mount(listSavedViews, async ({ sql, me, input }) =>
    accepted({ items: await listViews(sql, me, input.list) }),
  )

  mount(createSavedView, async ({ sql, me, input }) => {
    // The limit of views is per list, so only existing lists are accepted.
    if (!isListPath(input.list)) return refused('validation', { data: { errors: { list: ['invalid'] } } })
    // Two concurrent calls would each count one view too few.
    await lockUser(sql, me.userId)
    if ((await listViews(sql, me, input.list)).length >= mostSavedViews) return refused('too_many_views')
    const view = { id: ids.next(), ...input }
    await insertView(sql, me, { ...view, createdAt: clock.realNow() })
    return accepted(view)
  })

  mount(renameSavedView, async ({ sql, me, params, input }) => {
    const view = await findView(sql, me, params.id)
    if (!view) return refused('record_not_found')
    await renameView(sql, me, { id: view.id, name: input.name })
    return accepted({ ...view, name: input.name })
  })

  mount(deleteSavedView, async ({ sql, me, params: { id } }) =>
    (await deleteView(sql, me, id)) ? accepted({ id }) : refused('record_not_found'),
  )
}
