import { countApprovals, listApprovals } from '@cardamom/contract/approvals'
import { getTopUp, listTopUps, matchTopUp, reverseTopUp } from '@cardamom/contract/deposits'
import type { WireOf } from '@cardamom/contract/endpoint'
import { useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { useAction } from '../kernel/query.ts'
import { toastSuccess } from '../kernel/toasts.ts'
import { sentenceOf } from '../kernel/transport.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useContractForm } from '../ui/form.tsx'
import { NoteBox } from '../ui/note-box.tsx'
import { ReasonDialog } from '../ui/reason-dialog.tsx'
import { TextField } from '../ui/text-field.tsx'
import { amountOf } from '../ui/wallets/typed-amount.ts'

type TopUp = WireOf<typeof getTopUp>
type Props = { readonly found: TopUp; readonly open: boolean; readonly onClose: () => void }

const changes = [getTopUp, listTopUps, listApprovals, countApprovals]
const schema = () => Promise.resolve(matchTopUp.input)

const MatchForm = ({ found: { id, gross, bankReference }, onClose }: Omit<Props, 'open'>) => {
  const t = useText('topUps')
  const match = useAction(matchTopUp, { changes, errors: 'none' })
  const form = useContractForm({ schema, defaultValues: { statementLine: '', amount: '' } })
  const { error } = match
  const send = async ({ statementLine, amount }: { statementLine: string; amount: string }) => {
    await match.mutateAsync({ params: { id }, input: { statementLine, amount: amountOf(amount) ?? amount } })
    onClose()
    toastSuccess(t('match.done', { amount: moneyText(gross) }))
  }
  return (
    <form noValidate onSubmit={form.send(send)} className="flex flex-col gap-5">
      <p className="text-mute">{t('match.lead', { reference: bankReference ?? '' })}</p>
      <TextField
        label={t('match.line')}
        hint={t('match.lineHint')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={60}
        {...form.field('statementLine')}
      />
      <TextField
        isShort
        inputMode="decimal"
        autoComplete="off"
        start="$"
        maxLength={16}
        label={t('match.amount')}
        hint={t('match.amountHint')}
        {...form.field('amount')}
      />
      {error && error.code !== 'amount_differs' && (
        <NoteBox
          tone={error.status === 0 ? 'warn' : 'bad'}
          role="alert"
          title={error.status === 0 ? t('match.lost') : sentenceOf(error)}
        />
      )}
      <div className="flex flex-col-reverse gap-2 md:flex-row md:justify-end">
        <Button onClick={onClose}>{t('review.back')}</Button>
        <Button type="submit" variant="primary" busy={form.formState.isSubmitting}>
          {t('match.go')}
        </Button>
      </div>
    </form>
  )
}

/** Takes a deposit back whose wire bounced or never came. */
export const ReverseDialog = ({ found, open, onClose }: Props) => {
  const t = useText('topUps')
  const reverse = useAction(reverseTopUp, { changes })
  const { id, ref, gross, companyName } = found
  return (
    <ReasonDialog
      open={open}
      onClose={onClose}
      schema={reverseTopUp.input}
      texts={{
        title: t('reverse.title', { ref, amount: moneyText(gross) }),
        effects: [t('reverse.two'), t('reverse.wallet', { name: companyName }), t('reverse.shares')],
        reason: t('reverse.reason'),
        cancel: t('review.back'),
        submit: t('review.request'),
      }}
      send={async (reason) => {
        await reverse.mutateAsync({ params: { id }, input: { reason } })
        toastSuccess(t('review.requested'))
      }}
    />
  )
}

/** Copies what stands on the statement, and so confirms that the wire is there. */
export const MatchDialog = ({ found, open, onClose }: Props) => {
  const t = useText('topUps')
  return (
    <Dialog open={open} onClose={onClose} size="small" title={t('match.title')}>
      {open && <MatchForm found={found} onClose={onClose} />}
    </Dialog>
  )
}
