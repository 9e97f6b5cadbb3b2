import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Id, typedText } from '../wire.ts'

/** Maximum number of saved views of one list for one person. */
export const mostSavedViews = 50
/** How many of them can be shared. */
export const mostSharedViews = 10

const ViewName = typedText({ max: 40 })
/** Path of the list's call. */
const ListPath = z
  .string()
  .max(100)
  .regex(/^(?:\/[a-z-]+)+$/, { error: 'invalid' })
/** Order, filters, search text and columns of a list, as in the address of its page. */
const ViewQuery = z
  .record(z.string().regex(/^\w{1,40}$/), typedText({ max: 200 }))
  .refine((query) => Object.keys(query).length <= 20, { error: 'too_long' })

const OwnView = z.object({ list: ListPath, name: ViewName, query: ViewQuery })
const SavedView = OwnView.extend({
  id: Id,
  isShared: z.boolean(),
  /** Name of the colleague who shares it; null: it is mine. */
  sharedBy: z.string().nullable(),
})

const sharingRefusals = { too_many_shared_views: 409, view_not_shareable: 409 } as const

export const listSavedViews = endpoint({
  method: 'GET',
  path: '/saved-views',
  summary: 'My views of a list in the order in which I saved them, then those that colleagues share with me',
  who: 'signed-in',
  input: z.object({ list: ListPath }),
  output: z.object({ items: z.array(SavedView) }),
  refusals: { validation: 422 },
})

export const createSavedView = endpoint({
  method: 'POST',
  path: '/saved-views',
  summary: 'Save order, filters and columns of a list under a name',
  who: 'signed-in',
  status: 201,
  input: OwnView.extend({ isShared: z.boolean().default(false) }),
  output: SavedView,
  refusals: { too_many_views: 409, ...sharingRefusals, validation: 422 },
})

export const updateSavedView = endpoint({
  method: 'PATCH',
  path: '/saved-views/:id',
  summary: 'Rename one of my views, or share it with the administrators of my companies who may see the list',
  who: 'signed-in',
  params: z.object({ id: Id }),
  input: z.object({ name: ViewName.optional(), isShared: z.boolean().optional() }),
  output: SavedView,
  refusals: { record_not_found: 404, ...sharingRefusals, validation: 422 },
})

export const deleteSavedView = endpoint({
  method: 'DELETE',
  path: '/saved-views/:id',
  summary: 'Delete one of my views',
  who: 'signed-in',
  params: z.object({ id: Id }),
  output: z.object({ id: Id }),
  refusals: { record_not_found: 404 },
})
