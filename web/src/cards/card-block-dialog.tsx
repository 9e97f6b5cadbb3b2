import { blockCard, listCompanyCards, unblockCard } from '@cardamom/contract/cards/company-cards'
import { useText } from '../kernel/i18n.tsx'
import { useAction } from '../kernel/query.ts'
import { toastSuccess } from '../kernel/toasts.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useContractForm } from '../ui/form.tsx'
import { TextArea } from '../ui/text-field.tsx'

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

// The inputs of the two calls are the same.
const schema = () => Promise.resolve(blockCard.input)

const effects = {
  block: ['payments', 'money', 'holder', 'end'],
  unblock: ['payments', 'holder'],
} as const

const NoteForm = ({ verb, id, card, onClose }: Omit<Props, 'open'>) => {
  const t = useText('companyCards')
  const changes = [listCompanyCards]
  const onDone = () => toastSuccess(t(`actions.${verb}.done`, { card }))
  const block = useAction(blockCard, { changes, errors: 'fields', onDone })
  const unblock = useAction(unblockCard, { changes, errors: 'fields', onDone })
  const form = useContractForm({ schema, defaultValues: { note: '' } })
  const send = async (input: { note: string }) => {
    await (verb === 'block' ? block : unblock).mutateAsync({ params: { id }, input })
    onClose()
  }
  return (
    <form noValidate onSubmit={form.send(send)} className="flex flex-col gap-5">
      <ul className="flex list-disc flex-col gap-2 pl-5">
        {effects[verb].map((each) => (
          <li key={each}>{t(`actions.${verb}.${each}` as 'actions.block.payments')}</li>
        ))}
      </ul>
      <TextArea label={t('note')} rows={3} maxLength={500} {...form.field('note')} />
      <div className="flex flex-col-reverse gap-2 md:flex-row md:justify-end">
        <Button type="button" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button
          type="submit"
          variant={verb === 'block' ? 'danger' : 'primary'}
          busy={form.formState.isSubmitting}
        >
          {t(`actions.${verb}.button`)}
        </Button>
      </div>
    </form>
  )
}

/** Says what will happen to the card, and takes the note for the audit. */
export const CardBlockDialog = ({ open, ...props }: Props) => {
  const t = useText('companyCards')
  const { verb, card, onClose } = props
  return (
    <Dialog open={open} onClose={onClose} size="small" title={t(`actions.${verb}.title`, { card })}>
      {open && <NoteForm {...props} />}
    </Dialog>
  )
}
