import { blockCards, unblockCards } from '@cardamom/contract/cards/company-cards'
import { Lock, LockOpen } from 'lucide-react'
import { useText } from '../kernel/i18n.tsx'
import type { BulkAction } from '../ui/list/bulk-action.ts'

/** What can be done with the selected cards of the list. */
export const useCardBulkActions = (): readonly BulkAction[] => {
  const t = useText('companyCards')
  return [
    {
      name: 'block',
      button: t('actions.block.button'),
      effect: t('bulk.block'),
      call: blockCards,
      tag: 'cards.block',
      icon: Lock,
      isDangerous: true,
      undoneBy: 'unblock',
    },
    {
      name: 'unblock',
      button: t('actions.unblock.button'),
      effect: t('bulk.unblock'),
      call: unblockCards,
      tag: 'cards.unblock',
      icon: LockOpen,
      undoneBy: 'block',
    },
  ]
}
