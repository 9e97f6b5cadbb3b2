import { listSettlements } from '@cardamom/contract/settlements'
import { createSettlement, type previewSettlement } from '@cardamom/contract/settlements/settlement-decisions'
import type { SentInputOf, WireOf } from '@cardamom/contract/endpoint'
import { useText } from '../kernel/i18n.tsx'
import { useAction } from '../kernel/query.ts'
import { sentenceOf } from '../kernel/transport.ts'
import { Button, TextLink } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useContractForm } from '../ui/form.tsx'
import { NoteBox } from '../ui/note-box.tsx'
import { TextArea } from '../ui/text-field.tsx'
import { PostingsTable } from '../ui/wallets/postings-table.tsx'
import { settlementIdOf } from './settlement-draft.ts'
import { SettlementFlow } from './settlement-parts.tsx'

type Props = {
  readonly open: boolean
  readonly input: Pick<SentInputOf<typeof createSettlement>, 'ownerId' | 'wallet' | 'day'>
  readonly lines: readonly { readonly amount: string; readonly note: string }[]
  readonly name: string
  readonly preview: WireOf<typeof previewSettlement>
  readonly onClose: () => void
  readonly onDone: (id: string) => void
}

const schema = () => Promise.resolve(createSettlement.input.pick({ reason: true }))

const Confirm = ({ input, lines, onClose, onDone }: Props) => {
  const t = useText('settlements')
  const create = useAction(createSettlement, { changes: [listSettlements], errors: 'none' })
  const form = useContractForm({ schema, defaultValues: { reason: '' } })
  const { error } = create
  const settlementId = settlementIdOf(error)
  const send = async ({ reason }: { reason: string }) => {
    const { id } = await create.mutateAsync({ input: { ...input, lines: [...lines], reason } })
    onDone(id)
  }
  return (
    <form noValidate onSubmit={form.send(send)} className="flex flex-col gap-5 pt-5">
      <TextArea label={t('review.reason')} rows={2} maxLength={500} {...form.field('reason')} />
      {error && (
        <NoteBox
          tone={error.status === 0 ? 'warn' : 'bad'}
          role="alert"
          title={error.status === 0 ? t('review.lost') : sentenceOf(error)}
          {...(settlementId !== null && {
            action: <TextLink to={`/admin/settlements/${settlementId}`}>{t('form.exists')}</TextLink>,
          })}
        />
      )}
      <div className="flex flex-col-reverse gap-2 md:flex-row md:justify-end">
        <Button onClick={onClose}>{t('review.back')}</Button>
        <Button type="submit" variant="primary" busy={form.formState.isSubmitting}>
          {t('review.go')}
        </Button>
      </div>
    </form>
  )
}

/** Shows what a settlement by hand would pay now, and its journal; then the person draws it up with a reason. */
export const SettlementReview = (props: Props) => {
  const t = useText('settlements')
  const d = useText('walletLines')
  const { open, name, preview, onClose } = props
  const { shares, stopped, figures, legs } = preview
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="form"
      title={t('review.title', { name })}
      lead={t('review.lead')}
    >
      <div className="flex flex-col gap-4">
        <p className="text-mute">{t('form.shares', { count: shares })}</p>
        {stopped > 0 && <NoteBox tone="warn">{d('settlement.stopped', { count: stopped })}</NoteBox>}
        <SettlementFlow figures={figures} />
        <PostingsTable legs={legs} />
      </div>
      {open && <Confirm {...props} />}
    </Dialog>
  )
}
