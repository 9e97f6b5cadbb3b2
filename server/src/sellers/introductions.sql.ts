import type { Queries } from '../kernel/queries.ts'

/** Whose code a person registered with, as frozen then, and the tenants that these people belong to. */
export type BroughtPerson = {
  readonly by: 'seller_two' | 'seller_one' | 'referrer' | null
  readonly sellerOneId: string | null
  readonly sellerTwoId: string | null
  readonly referrerId: string | null
  readonly registeredAt: Date
  readonly companyOf: ReadonlyMap<string, string>
}

type Row = {
  seller_one_id: string | null
  seller_two_id: string | null
  referrer_id: string | null
  created_at: Date
  people: { id: string; companyId: string }[] | null
}

const introduction = `select u.seller_one_id, u.seller_two_id, u.referrer_id, u.created_at,
    (select jsonb_agg(jsonb_build_object('id', p.id, 'companyId', p.company_id)) from app_user p
     where p.id in (u.seller_one_id, u.seller_two_id, u.referrer_id)) as people
  from app_user u where u.id = $1`

/** Who brought a person; scope: everything. */
export const readBroughtPerson = async (sql: Queries, userId: string): Promise<BroughtPerson> => {
  const row = await sql.one<Row>(introduction, [userId])
  const by = row.seller_two_id
    ? 'seller_two'
    : row.seller_one_id
      ? 'seller_one'
      : row.referrer_id
        ? 'referrer'
        : null
  return {
    by,
    sellerOneId: row.seller_one_id,
    sellerTwoId: row.seller_two_id,
    referrerId: row.referrer_id,
    registeredAt: row.created_at,
    companyOf: new Map((row.people ?? []).map(({ id, companyId }) => [id, companyId])),
  }
}
