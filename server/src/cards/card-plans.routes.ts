import {
  archiveCardPlan,
  CardPlan,
  createCardPlan,
  deleteCardPlan,
  getCardPlan,
  restoreCardPlan,
  updateCardPlan,
} from '@cardamom/contract/cards/card-plans'
import { z } from 'zod'
import { accepted, refused } from '../kernel/answer.ts'
import type { Kernel } from '../kernel/module.ts'
import { mountList } from '../kernel/mount-list.ts'
import type { Queries } from '../kernel/queries.ts'
import { cardPlansList } from './card-plans.list.ts'
import {
  findPlan,
  insertPlan,
  isPlanCodeUsed,
  removePlan,
  typesOfPlan,
  writePlan,
  type CardPlanRow,
} from './card-plans.sql.ts'
import { catalogueChanges, lockCatalogue } from './catalogue.ts'

const recordOf = async (sql: Queries, plan: CardPlanRow) => {
  const { priceCents, archivedAt, ...rest } = plan
  const types = await typesOfPlan(sql, plan.id)
  return { ...rest, price: priceCents, archived: archivedAt !== null, types, typeCount: types.length }
}

/** Finds the plan before the reader has to confirm. */
const knownPlan = async ({ sql, params }: { sql: Queries; params: { id: string } }) =>
  (await findPlan(sql, params.id)) ? null : ('record_not_found' as const)

const { change, remove } = catalogueChanges({
  entity: 'card_plan',
  find: findPlan,
  record: recordOf,
  wire: (record) => z.encode(CardPlan, record),
  write: writePlan,
})

/** Plans: list, details, creation, changes, archive and deletion (domain §6). */
export const mountCardPlans = (kernel: Kernel): void => {
  const { mount, ids, clock } = kernel
  mountList(kernel, cardPlansList)

  mount(getCardPlan, async ({ sql, params }) => {
    const plan = await findPlan(sql, params.id)
    return plan ? accepted(await recordOf(sql, plan)) : refused('record_not_found')
  })

  mount(createCardPlan, async ({ sql, recordChange, input: { code, name, kind, price } }) => {
    await lockCatalogue(sql)
    const id = ids.next()
    const fields = { code, name, kind, priceCents: price }
    if (!(await insertPlan(sql, { id, ...fields, createdAt: clock.now() })))
      return refused('code_taken', { field: 'code' })
    recordChange({ entity: 'card_plan', entityId: id, companyId: null, before: null, after: fields })
    const plan = await findPlan(sql, id)
    return plan ? accepted(await recordOf(sql, plan)) : refused('code_taken')
  })

  mount(
    updateCardPlan,
    (call) =>
      change(call, async ({ id }) => {
        const { code, name, price } = call.input
        if (code !== undefined && (await isPlanCodeUsed(call.sql, code, id)))
          return refused('code_taken', { field: 'code' })
        return accepted({ code, name, priceCents: price })
      }),
    knownPlan,
  )

  mount(
    archiveCardPlan,
    (call) =>
      change(call, async ({ id, archivedAt }) => {
        if ((await typesOfPlan(call.sql, id)).length > 0) return refused('plan_used')
        return accepted({ archivedAt: archivedAt ?? clock.now() })
      }),
    knownPlan,
  )
  mount(restoreCardPlan, (call) => change(call, () => accepted({ archivedAt: null })), knownPlan)

  mount(
    deleteCardPlan,
    (call) =>
      remove<never>(call, {
        before: ({ code, name, kind, priceCents }) => ({ code, name, kind, priceCents }),
        run: ({ id }) => removePlan(call.sql, id),
      }),
    knownPlan,
  )
}
