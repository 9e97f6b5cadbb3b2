import type { createSavedView } from '@cardamom/contract/identity/saved-views'
import type { InputOf } from '@cardamom/contract/endpoint'
import { changedOne, type Queries } from '../kernel/queries.ts'
import type { SessionPrincipal } from '../kernel/principal.ts'

type Owner = Pick<SessionPrincipal, 'userId' | 'companyId'>
type SavedView = InputOf<typeof createSavedView> & { readonly id: string }

/** An administrator's scope contains rows of other people, so every statement names the owner. */
const viewsOf = (sql: Queries, { userId, companyId }: Owner) =>
  sql
    .selectFrom('savedView')
    .select(['id', 'list', 'name', 'query'])
    .where('companyId', '=', companyId)
    .where('userId', '=', userId)
    .$narrowType<{ query: SavedView['query'] }>()

export const listViews = (sql: Queries, owner: Owner, list: string): Promise<SavedView[]> =>
  viewsOf(sql, owner).where('list', '=', list).orderBy('createdAt').orderBy('id').execute()

export const findView = async (sql: Queries, owner: Owner, id: string): Promise<SavedView | null> =>
  (await viewsOf(sql, owner).where('id', '=', id).executeTakeFirst()) ?? null

export const insertView = async (
  sql: Queries,
  { userId, companyId }: Owner,
  { query, createdAt, ...view }: SavedView & { readonly createdAt: Date },
): Promise<void> => {
  await sql
    .insertInto('savedView')
    .values({ ...view, userId, companyId, query: JSON.stringify(query), createdAt })
    .execute()
}

export const renameView = async (
  sql: Queries,
  { userId, companyId }: Owner,
  { id, name }: Pick<SavedView, 'id' | 'name'>,
): Promise<void> => {
  await sql
    .updateTable('savedView')
    .set({ name })
    .where('companyId', '=', companyId)
    .where('userId', '=', userId)
    .where('id', '=', id)
    .execute()
}

export const deleteView = async (sql: Queries, { userId, companyId }: Owner, id: string): Promise<boolean> =>
  changedOne(
    await sql
      .deleteFrom('savedView')
      .where('companyId', '=', companyId)
      .where('userId', '=', userId)
      .where('id', '=', id)
      .executeTakeFirst(),
  )
