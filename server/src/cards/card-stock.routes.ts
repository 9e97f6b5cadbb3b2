import { checkCardStock, importCardStock } from '@cardamom/contract/cards/card-stock'
import type { InputOf } from '@cardamom/contract/endpoint'
import { readCompany } from '../companies/companies.sql.ts'
import { adminTypeOf } from '../identity/admin-type.ts'
import { accepted, refused, type Answer } from '../kernel/answer.ts'
import type { Kernel } from '../kernel/module.ts'
import { mountList } from '../kernel/mount-list.ts'
import type { Queries } from '../kernel/queries.ts'
import { judgeStock, serialOf } from './card-stock.ts'
import { cardStockList } from './card-stock.list.ts'
import { insertStock, lockStock, readKnownSerials } from './card-stock.sql.ts'
import { findType } from './card-types.sql.ts'

type StockFile = InputOf<typeof importCardStock>

const judgeFile = async (
  sql: Queries,
  { cardTypeId, rows }: StockFile,
  now: Date,
): Promise<Answer<ReturnType<typeof judgeStock>, 'record_not_found' | 'type_not_physical'>> => {
  const type = await findType(sql, cardTypeId)
  if (!type) return refused('record_not_found', { field: 'cardTypeId' })
  if (type.form !== 'physical') return refused('type_not_physical', { field: 'cardTypeId' })
  const known = await readKnownSerials(
    sql,
    rows.map(({ serial }) => serialOf(serial)),
  )
  return accepted(judgeStock(rows, { known, now }))
}

/** The stock of physical cards: its list, and the import of a file with a check before it (domain §6). */
export const mountCardStock = (kernel: Kernel): void => {
  const { mount, ids, clock } = kernel
  mountList(kernel, cardStockList)

  mount(checkCardStock, async ({ sql, input }) => {
    const judged = await judgeFile(sql, input, clock.now())
    if (!judged.accepted) return judged
    const { good, problems } = judged.value
    return accepted({ good: good.length, problems: [...problems] })
  })

  mount(importCardStock, async ({ sql, me, input, now: createdAt, recordChange }) => {
    // The stock is of the whole installation: administrators of some companies do not fill it.
    const { operatorOwned } = await readCompany(sql, me.companyId)
    if (adminTypeOf(me.roleId, operatorOwned) === 'authorised') return refused('permission_denied')
    await lockStock(sql)
    const judged = await judgeFile(sql, input, createdAt)
    if (!judged.accepted) return judged
    const { good, problems } = judged.value
    if (problems.length > 0) return refused('stock_rows_invalid', { field: 'rows' })
    const importId = ids.next()
    const { cardTypeId } = input
    await insertStock(
      sql,
      good.map((row) => ({ ...row, id: ids.next(), importId, cardTypeId, createdAt })),
    )
    const serials = good.map(({ serial }) => serial)
    const after = { cardTypeId, imported: good.length, serials }
    recordChange({ entity: 'card_stock', entityId: importId, companyId: null, before: null, after })
    return accepted({ imported: good.length })
  })
}
