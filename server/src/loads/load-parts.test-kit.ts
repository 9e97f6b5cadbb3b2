import type { WireOf } from '@cardamom/contract/endpoint'
import type { getCompanyLoad } from '@cardamom/contract/loads/company-loads'
import { makeCompany } from '../../../tests/support/test-people.ts'
import { storePasskey } from '../../../tests/support/step-up-kit.ts'
import { createAdmin, createTwoPeople, type Admin } from '../approvals/two-people.test-kit.ts'
import { houseId } from '../companies/company.ts'
import { allTenants } from '../kernel/database.ts'
import { writeSetting } from '../settings/settings.sql.ts'
import type { BenchPerson, LoadBody } from './load-bench.test-kit.ts'
import { startRefundBench } from './refund-bench.test-kit.ts'

type Detail = WireOf<typeof getCompanyLoad>
type Id = Pick<LoadBody, 'id'>
const reason = 'Our mistake'

/** The bench of refunds with two administrators, who undo and reverse parts of loads over the wire. */
export const startPartsBench = async () => {
  const bench = await startRefundBench()
  const { clock, db } = bench.product.kernel
  const set = (key: 'adminSessionIdleMinutes' | 'secondPersonReview', value: bigint | number) =>
    db.write(allTenants, (sql) =>
      writeSetting(sql, { key, value: value as never, at: clock.now(), by: null }),
    )
  await set('adminSessionIdleMinutes', 120)
  const people = createTwoPeople(bench.product)
  const maker = await createAdmin(bench.product, { name: 'maker', roleId: 6 })
  const checker = await createAdmin(bench.product, { name: 'checker', roleId: 6 })
  const person = await bench.person()
  await storePasskey(bench.product.kernel, { userId: person.userId, companyId: person.card.companyId })
  const norte = await makeCompany(bench.product, { slug: 'parts-1', name: 'Norte' })
  const andes = await makeCompany(bench.product, { slug: 'parts-2', name: 'Andes', parentId: norte })

  const undo = (by: Admin, { id }: Id, gross?: string) =>
    people.confirmed<{ approvalId: string } | null>(by, `/company-loads/${id}/undo`, { gross, reason })
  const credit = (by: Admin, { id }: Id, net: string) =>
    people.confirmed<{ approvalId: string } | null>(by, `/company-loads/${id}/credit`, { net, reason })
  const detailOf = async ({ id }: Id) => (await maker.browser.get<Detail>(`/company-loads/${id}`)).body.data
  /** The load that the last part of a load is now. */
  const lastPartOf = async (load: Id): Promise<Id> => {
    const part = (await detailOf(load)).load.parts.at(-1)
    if (!part) throw new Error('The load has no part')
    return { id: part.loadId }
  }
  const undonePart = async (load: Id, gross: string): Promise<Id> => {
    const { status, text } = await undo(maker, load, gross)
    if (status !== 200) throw new Error(text)
    return lastPartOf(load)
  }
  /** A quote of the chain Norte, Andes, whose levels 3 and 4 are Andes' too. */
  const quote = async (of: BenchPerson, over: Readonly<Record<string, string>> = {}): Promise<LoadBody> => {
    const load = await bench.quote(of, over)
    const chain = [
      { ownerKind: 'operator', ownerId: houseId, companyId: null, level: 0 },
      { ownerKind: 'company', ownerId: norte, companyId: norte, level: 1 },
      { ownerKind: 'company', ownerId: andes, companyId: andes, level: 2 },
    ]
    await bench.asOwner(`update load set chain = '${JSON.stringify(chain)}' where id = '${load.id}'`)
    return load
  }
  const paid = async (over: Readonly<Record<string, string>> = {}): Promise<LoadBody> => {
    const load = await quote(person, over)
    await bench.pay(load, load.due, over['asset'])
    await bench.finalise()
    return load
  }
  return {
    ...bench,
    people,
    maker,
    checker,
    payer: person,
    limitTo: (value: bigint) => set('secondPersonReview', value),
    undo,
    credit,
    detailOf,
    lastPartOf,
    undonePart,
    quoteOf: quote,
    paid,
    preview: ({ id }: Id, gross: string) =>
      maker.browser.get<{ back: { amount: string } }>(`/company-loads/${id}/part?gross=${gross}`),
  }
}

export type PartsBench = Awaited<ReturnType<typeof startPartsBench>>
