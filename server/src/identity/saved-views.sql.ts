import type { createSavedView } from '@cardamom/contract/identity/saved-views'
import type { InputOf } from '@cardamom/contract/endpoint'
import { sql as fragment } from 'kysely'
import { changedOne, type Queries } from '../kernel/queries.ts'
import type { SessionPrincipal } from '../kernel/principal.ts'

type Owner = Pick<SessionPrincipal, 'userId' | 'companyId'>
type View = InputOf<typeof createSavedView> & { readonly id: string }
type SharedView = Omit<View, 'isShared'> & { readonly ownerName: string }

/** An administrator's scope contains rows of other people, so every statement names the owner. */
const viewsOf = (sql: Queries, { userId, companyId }: Owner) =>
  sql
    .selectFrom('savedView')
    .select(['id', 'list', 'name', 'query'])
    .select((row) => row('sharedAt', 'is not', null).$castTo<boolean>().as('isShared'))
    .where('companyId', '=', companyId)
    .where('userId', '=', userId)
    .$narrowType<{ query: View['query'] }>()

export const listViews = (sql: Queries, owner: Owner, list: string): Promise<View[]> =>
  viewsOf(sql, owner).where('list', '=', list).orderBy('createdAt').orderBy('id').execute()

export const findView = async (sql: Queries, owner: Owner, id: string): Promise<View | null> =>
  (await viewsOf(sql, owner).where('id', '=', id).executeTakeFirst()) ?? null

/** Views that active administrators share with those of this company, the first shared first. */
export const listSharedViews = async (sql: Queries, reader: Owner, list: string): Promise<SharedView[]> => {
  const found = fragment<SharedView>`shared_views(${list}, ${reader.userId}, ${reader.companyId})`
  return await sql.selectFrom(found.as('shared')).selectAll().execute()
}

export const insertView = async (
  sql: Queries,
  { userId, companyId }: Owner,
  { query, isShared, createdAt, ...view }: View & { readonly createdAt: Date },
): Promise<void> => {
  await sql
    .insertInto('savedView')
    .values({
      ...view,
      userId,
      companyId,
      query: JSON.stringify(query),
      createdAt,
      sharedAt: isShared ? createdAt : null,
    })
    .execute()
}

export const updateView = async (
  sql: Queries,
  { userId, companyId }: Owner,
  id: string,
  change: { readonly name?: string; readonly sharedAt?: Date | null },
): Promise<void> => {
  if (Object.keys(change).length === 0) return
  await sql
    .updateTable('savedView')
    .set(change)
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
