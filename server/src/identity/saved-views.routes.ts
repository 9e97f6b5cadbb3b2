import {
  createSavedView,
  deleteSavedView,
  listSavedViews,
  mostSavedViews,
  mostSharedViews,
  updateSavedView,
} from '@cardamom/contract/identity/saved-views'
import { isAdminArea } from '@cardamom/contract/roles'
import { accepted, refused } from '../kernel/answer.ts'
import { listWithPath } from '../kernel/list.ts'
import type { Kernel } from '../kernel/module.ts'
import type { SessionPrincipal } from '../kernel/principal.ts'
import {
  deleteView,
  findView,
  insertView,
  listSharedViews,
  listViews,
  updateView,
} from './saved-views.sql.ts'
import { lockUser } from './users.sql.ts'

/** Views are shared among the administrators who may see the list; a list of own rows has none. */
const sharesViews = ({ roleId, may }: SessionPrincipal, path: string): boolean => {
  const list = listWithPath(path)
  if (list === null || list.who === 'signed-in') return false
  return isAdminArea(roleId) && may(list.who)
}

/** Why a person cannot share another of their views of this list; null if they can. */
const sharingDenial = (me: SessionPrincipal, path: string, own: readonly { isShared: boolean }[]) => {
  if (!sharesViews(me, path)) return refused('view_not_shareable')
  const isFull = own.filter((each) => each.isShared).length >= mostSharedViews
  return isFull ? refused('too_many_shared_views') : null
}

/** A person's views of lists: order, filters and columns with a name. */
export const mountSavedViews = ({ mount, ids, clock }: Kernel): void => {
  mount(listSavedViews, async ({ sql, me, input: { list } }) => {
    const own = await listViews(sql, me, list)
    const shared = sharesViews(me, list) ? await listSharedViews(sql, me, list) : []
    return accepted({
      items: [
        ...own.map((view) => ({ ...view, sharedBy: null })),
        ...shared.map(({ ownerName, ...view }) => ({ ...view, isShared: true, sharedBy: ownerName })),
      ],
    })
  })

  mount(createSavedView, async ({ sql, me, input }) => {
    // The limit of views is per list, so only existing lists are accepted.
    if (!listWithPath(input.list)) return refused('validation', { data: { errors: { list: ['invalid'] } } })
    // Two concurrent calls would each count one view too few.
    await lockUser(sql, me.userId)
    const own = await listViews(sql, me, input.list)
    if (own.length >= mostSavedViews) return refused('too_many_views')
    const denial = input.isShared ? sharingDenial(me, input.list, own) : null
    if (denial) return denial
    const view = { id: ids.next(), ...input }
    await insertView(sql, me, { ...view, createdAt: clock.realNow() })
    return accepted({ ...view, sharedBy: null })
  })

  mount(updateSavedView, async ({ sql, me, params, input: { name, isShared } }) => {
    await lockUser(sql, me.userId)
    const view = await findView(sql, me, params.id)
    if (!view) return refused('record_not_found')
    const starts = isShared === true && !view.isShared
    const denial = starts ? sharingDenial(me, view.list, await listViews(sql, me, view.list)) : null
    if (denial) return denial
    await updateView(sql, me, view.id, {
      ...(name === undefined ? {} : { name }),
      ...(starts ? { sharedAt: clock.realNow() } : isShared === false ? { sharedAt: null } : {}),
    })
    return accepted({
      ...view,
      name: name ?? view.name,
      isShared: isShared ?? view.isShared,
      sharedBy: null,
    })
  })

  mount(deleteSavedView, async ({ sql, me, params: { id } }) =>
    (await deleteView(sql, me, id)) ? accepted({ id }) : refused('record_not_found'),
  )
}
