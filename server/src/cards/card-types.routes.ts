import {
  archiveCardType,
  CardType,
  changeCardTypeImage,
  createCardType,
  deleteCardType,
  getCardType,
  pictureBytes,
  restoreCardType,
  updateCardType,
} from '@cardamom/contract/cards/card-types'
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { accepted, refused, type Answer } from '../kernel/answer.ts'
import type { Kernel } from '../kernel/module.ts'
import { mountList } from '../kernel/mount-list.ts'
import { encodePicture } from '../kernel/picture.ts'
import type { Queries } from '../kernel/queries.ts'
import type { FieldValues } from '../kernel/recorded-change.ts'
import { kindOf, madeAs } from './card-kind.ts'
import { findPlan } from './card-plans.sql.ts'
import { cardTypesList } from './card-types.list.ts'
import {
  automaticTypeId,
  findType,
  insertType,
  isTypeCodeUsed,
  plansOfType,
  removeType,
  writeType,
  type CardTypeRow,
} from './card-types.sql.ts'
import { catalogueChanges, lockCatalogue } from './catalogue.ts'

/** Size of a stored picture: twice the largest size in which pages show a card. */
const widthPx = 800
const heightPx = 505
const quality = 78

const recordOf = async (sql: Queries, type: CardTypeRow) => {
  const { form, finish, archivedAt, issuePlanId: _issue, replacementPlanId: _replacement, ...rest } = type
  const { issuePlan, replacementPlan } = await plansOfType(sql, type)
  const shown = ({ priceCents, ...plan }: typeof issuePlan) => ({ ...plan, price: priceCents })
  return {
    ...rest,
    kind: kindOf({ form, finish }),
    price: issuePlan.priceCents,
    replacementPrice: replacementPlan.priceCents,
    issuePlan: shown(issuePlan),
    replacementPlan: shown(replacementPlan),
    archived: archivedAt !== null,
    isAutomatic: type.id === automaticTypeId,
  }
}

/** Of a picture the audit has only which one it is. */
const shownInAudit = (values: FieldValues): FieldValues => {
  const picture = values['imageUrl']
  if (typeof picture !== 'string') return values
  return { ...values, imageUrl: createHash('sha256').update(picture).digest('hex').slice(0, 12) }
}

/** Finds the type before the reader has to confirm. */
const knownType = async ({ sql, params }: { sql: Queries; params: { id: string } }) =>
  (await findType(sql, params.id)) ? null : ('record_not_found' as const)

const { change, remove } = catalogueChanges({
  entity: 'card_type',
  find: findType,
  record: recordOf,
  wire: (record) => z.encode(CardType, record),
  write: writeType,
  shown: shownInAudit,
})

type PlanIds = { issuePlanId?: string | undefined; replacementPlanId?: string | undefined }

/** A chosen plan exists, is of the right kind and is not archived. */
const checkPlans = async (
  sql: Queries,
  { issuePlanId, replacementPlanId }: PlanIds,
): Promise<Answer<null, 'plan_not_possible'>> => {
  const chosen = [
    ['issue', issuePlanId, 'issuePlanId'],
    ['replacement', replacementPlanId, 'replacementPlanId'],
  ] as const
  for (const [kind, id, field] of chosen) {
    if (id === undefined) continue
    const plan = await findPlan(sql, id)
    if (plan?.kind !== kind || plan.archivedAt !== null) return refused('plan_not_possible', { field })
  }
  return accepted(null)
}

const mountChanges = ({ mount, clock }: Kernel): void => {
  mount(
    updateCardType,
    (call) =>
      change(call, async (type) => {
        const { input, sql } = call
        if (input.code !== undefined && (await isTypeCodeUsed(sql, input.code, type.id)))
          return refused('code_taken', { field: 'code' })
        const possible = await checkPlans(sql, {
          issuePlanId: input.issuePlanId === type.issuePlanId ? undefined : input.issuePlanId,
          replacementPlanId:
            input.replacementPlanId === type.replacementPlanId ? undefined : input.replacementPlanId,
        })
        return possible.accepted ? accepted(input) : possible
      }),
    knownType,
  )

  mount(
    archiveCardType,
    (call) =>
      change(call, ({ id, archivedAt }) =>
        id === automaticTypeId
          ? refused('automatic_type')
          : accepted({ archivedAt: archivedAt ?? clock.now() }),
      ),
    knownType,
  )

  mount(restoreCardType, (call) => change(call, () => accepted({ archivedAt: null })), knownType)

  mount(
    deleteCardType,
    (call) =>
      remove(call, {
        refuse: ({ id }) => (id === automaticTypeId ? refused('automatic_type') : accepted(null)),
        before: ({ code, name, form, finish, issuePlanId, replacementPlanId, design }) => ({
          code,
          name,
          form,
          finish,
          issuePlanId,
          replacementPlanId,
          design,
        }),
        run: ({ id }) => removeType(call.sql, id),
      }),
    knownType,
  )
}

const mountImage = ({ mount }: Kernel): void => {
  mount(
    changeCardTypeImage,
    async ({ input: { file }, finish, params, request }) => {
      const picture =
        file === null
          ? accepted(null)
          : await encodePicture(file, {
              mostBytes: pictureBytes,
              type: 'image/webp',
              draw: (drawn) => drawn.resize(widthPx, heightPx, { fit: 'cover' }).webp({ quality }),
            })
      if (!picture.accepted) return picture
      return finish(
        async (sql) => {
          const type = await findType(sql, params.id)
          if (!type) throw new Error('The type disappeared after its picture was changed')
          return recordOf(sql, type)
        },
        async (tx) => {
          const changed = await change<never>({ ...tx, params, request }, () =>
            accepted({ imageUrl: picture.value }),
          )
          return changed.accepted ? undefined : changed
        },
      )
    },
    knownType,
  )
}

/** Types of cards: list, details, creation, changes, picture, archive and deletion (domain §6). */
export const mountCardTypes = (kernel: Kernel): void => {
  const { mount, ids, clock } = kernel
  mountList(kernel, cardTypesList)

  mount(getCardType, async ({ sql, params }) => {
    const type = await findType(sql, params.id)
    return type ? accepted(await recordOf(sql, type)) : refused('record_not_found')
  })

  mount(createCardType, async ({ sql, recordChange, input: { kind, ...fields } }) => {
    await lockCatalogue(sql)
    const possible = await checkPlans(sql, fields)
    if (!possible.accepted) return possible
    const id = ids.next()
    const after = { ...fields, ...madeAs(kind) }
    if (!(await insertType(sql, { id, ...after, createdAt: clock.now() })))
      return refused('code_taken', { field: 'code' })
    recordChange({ entity: 'card_type', entityId: id, companyId: null, before: null, after })
    const type = await findType(sql, id)
    return type ? accepted(await recordOf(sql, type)) : refused('code_taken')
  })
  mountChanges(kernel)
  mountImage(kernel)
}
