import { blockCard, blockCards, unblockCard, unblockCards } from '@cardamom/contract/cards/company-cards'
import { accepted } from '../kernel/answer.ts'
import type { Kernel } from '../kernel/module.ts'
import { mountBulk } from '../kernel/mount-bulk.ts'
import { mountList } from '../kernel/mount-list.ts'
import { createCardBlocks } from './card-blocks.ts'
import { findCard } from './cards.sql.ts'
import { companyCardsList } from './company-cards.list.ts'

/** Cards of the people in an administrator's scope: the list, and blocks with their end. */
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
  mountBulk(kernel, blockCards)
  mountBulk(kernel, unblockCards)
}
