import { blockCard, listCompanyCards, unblockCard } from '@cardamom/contract/cards/company-cards'
import { useText } from '../kernel/i18n.tsx'
import { useAction } from '../kernel/query.ts'
import { toastSuccess } from '../kernel/toasts.ts'
import { ReasonDialog } from '../ui/reason-dialog.tsx'

/** What an administrator does with a card and writes a note about. */
export type CardVerb = 'block' | 'unblock'

type Props = {
  readonly open: boolean
  readonly verb: CardVerb
  readonly id: string
  /** How the title names the card. */
  readonly card: string
  readonly onClose: () => void
}

const effects = {
  block: ['payments', 'money', 'holder', 'end'],
  unblock: ['payments', 'holder'],
} as const

/** Says what will happen to the card, and takes the note for the audit. */
export const CardBlockDialog = ({ verb, id, card, ...props }: Props) => {
  const t = useText('companyCards')
  const changes = [listCompanyCards]
  const onDone = () => toastSuccess(t(`actions.${verb}.done`, { card }))
  const block = useAction(blockCard, { changes, errors: 'fields', onDone })
  const unblock = useAction(unblockCard, { changes, errors: 'fields', onDone })
  return (
    <ReasonDialog
      {...props}
      // The inputs of the two calls are the same.
      schema={blockCard.input}
      field="note"
      variant={verb === 'block' ? 'danger' : 'primary'}
      send={(note) => (verb === 'block' ? block : unblock).mutateAsync({ params: { id }, input: { note } })}
      texts={{
        title: t(`actions.${verb}.title`, { card }),
        effects: effects[verb].map((each) => t(`actions.${verb}.${each}` as 'actions.block.payments')),
        reason: t('note'),
        cancel: t('cancel'),
        submit: t(`actions.${verb}.button`),
      }}
    />
  )
}
