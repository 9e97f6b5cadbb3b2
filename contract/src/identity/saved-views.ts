import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Id, typedText } from '../wire.ts'

/** Maximum number of saved views of one list for one person. */
export const mostSavedViews = 50

const ViewName = typedText({ max: 40 })
/** Path of the list's call. */
const ListPath = z
  .string()
  .max(100)
  .regex(/^(?:\/[a-z-]+)+$/, { error: 'invalid' })
/** Order, filters and search text of a list, as in the address of its page. */
const ViewQuery = z
  .record(z.string().regex(/^\w{1,40}$/), typedText({ max: 100 }))
  .refine((query) => Object.keys(query).length <= 20, { error: 'too_long' })

const SavedView = z.object({ id: Id, list: ListPath, name: ViewName, query: ViewQuery })

export const listSavedViews = endpoint({
  method: 'GET',
  path: '/saved-views',
  summary: 'My views of a list, in the order in which I saved them',
  who: 'signed-in',
  input: z.object({ list: ListPath }),
  output: z.object({ items: z.array(SavedView) }),
  refusals: { validation: 422 },
})

export const createSavedView = endpoint({
  method: 'POST',
  path: '/saved-views',
  summary: 'Save order and filters of a list under a name',
  who: 'signed-in',
  status: 201,
  input: SavedView.omit({ id: true }),
  output: SavedView,
  refusals: { too_many_views: 409, validation: 422 },
})

export const renameSavedView = endpoint({
  method: 'PATCH',
  path: '/saved-views/:id',
  summary: 'Rename one of my views',
  who: 'signed-in',
  params: z.object({ id: Id }),
  input: z.object({ name: ViewName }),
  output: SavedView,
  refusals: { record_not_found: 404, validation: 422 },
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
