import {
  blockCard,
  blockCards,
  changeClientCode,
  unblockCard,
  unblockCards,
} from '@cardamom/contract/cards/company-cards'
import { accepted, refused } from '../kernel/answer.ts'
import type { Kernel } from '../kernel/module.ts'
import { mountBulk } from '../kernel/mount-bulk.ts'
import { mountList } from '../kernel/mount-list.ts'
import { createCardBlocks } from './card-blocks.ts'
import { findCard } from './cards.sql.ts'
import { writeClientCode } from './client-codes.sql.ts'
import { companyCardsList } from './company-cards.list.ts'

const mountClientCode = ({ mount }: Kernel): void =>
  mount(
    changeClientCode,
    async ({ sql, params, input: { clientCode }, recordChange }) => {
      const card = await findCard(sql, params.id)
      if (!card) return refused('record_not_found')
      const { companyId, userId } = card
      if (!(await writeClientCode(sql, { userId, companyId, clientCode })))
        return refused('client_code_exists', { field: 'clientCode' })
      recordChange({
        entity: 'card',
        entityId: card.id,
        companyId,
        userId,
        before: { clientCode: card.clientCode },
        after: { clientCode },
      })
      return accepted({ clientCode })
    },
    async ({ sql, params }) => ((await findCard(sql, params.id)) ? null : 'record_not_found'),
  )

/** Cards of the people in an administrator's scope: the list, blocks with their end, and client codes. */
export const mountCompanyCards = (kernel: Kernel): void => {
  const { mount, ids } = kernel
  const blocks = createCardBlocks({ ids })
  mountList(kernel, companyCardsList)

  mount(blockCard, async ({ me, params, input: { note }, now, ...tx }) => {
    const answer = await blocks.block(tx, { cardId: params.id, me, note, now })
    return answer.accepted ? accepted({ status: answer.value.status }) : answer
  })
  mount(
    unblockCard,
    async ({ me, params, input: { note }, now, ...tx }) => {
      const answer = await blocks.unblock(tx, { cardId: params.id, me, note, now })
      return answer.accepted ? accepted({ status: answer.value.status }) : answer
    },
    async ({ sql, params }) => ((await findCard(sql, params.id)) ? null : 'record_not_found'),
  )
  mountClientCode(kernel)
  mountBulk(kernel, blockCards)
  mountBulk(kernel, unblockCards)
}
