import { countApprovals, listApprovals } from '@cardamom/contract/approvals'
import {
  creditCoinDeposit,
  readCoinDeposit,
  refundCoinDeposit,
  stopCoinRefund,
} from '@cardamom/contract/deposits/coin-deposits'
import { listCoinDeposits } from '@cardamom/contract/loads/wallet-payments'
import type { WireOf } from '@cardamom/contract/endpoint'
import { useState } from 'react'
import { useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { useAction } from '../kernel/query.ts'
import { toastSuccess } from '../kernel/toasts.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useContractForm } from '../ui/form.tsx'
import { coinOf, networkName } from '../ui/payments/load-wire.ts'
import { ReasonDialog } from '../ui/reason-dialog.tsx'
import { TextArea, TextField } from '../ui/text-field.tsx'

export type CoinDeposit = WireOf<typeof readCoinDeposit>

const changes = [readCoinDeposit, listCoinDeposits, listApprovals, countApprovals]
const refundSchema = () => Promise.resolve(refundCoinDeposit.input)

const RefundForm = ({ found, onClose }: { found: CoinDeposit; onClose: () => void }) => {
  const t = useText('topUps')
  const refund = useAction(refundCoinDeposit, { changes, errors: 'fields' })
  const form = useContractForm({ schema: refundSchema, defaultValues: { address: '', reason: '' } })
  const send = async (input: { address: string; reason: string }) => {
    await refund.mutateAsync({ params: { id: found.id }, input })
    onClose()
    toastSuccess(t('review.requested'))
  }
  return (
    <form noValidate onSubmit={form.send(send)} className="flex flex-col gap-5">
      <p className="text-mute">{t('coin.two')}</p>
      <TextField
        label={t('coin.address', { network: networkName(found.asset.network) })}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={42}
        {...form.field('address')}
      />
      <TextArea
        label={t('coin.reason')}
        hint={t('coin.reasonHint')}
        rows={3}
        maxLength={500}
        {...form.field('reason')}
      />
      <div className="flex flex-col-reverse gap-2 md:flex-row md:justify-end">
        <Button onClick={onClose}>{t('review.back')}</Button>
        <Button type="submit" variant="primary" busy={form.formState.isSubmitting}>
          {t('review.request')}
        </Button>
      </div>
    </form>
  )
}

/** What two people can do with coins that are not as quoted: credit what came, or return it. */
export const CoinDecision = ({ found }: { found: CoinDeposit }) => {
  const t = useText('topUps')
  const [chosen, setChosen] = useState<'credit' | 'refund' | null>(null)
  const credit = useAction(creditCoinDeposit, { changes })
  const offer = found.resolutions.find(({ kind }) => kind === 'credit')
  const back = found.resolutions.filter(({ kind }) => kind === 'refund')
  const net = offer?.net ?? '0.00'
  const close = () => setChosen(null)
  const amount = back.map((each) => coinOf(each.amount ?? '0', each.asset ?? '')).join(' + ')
  return (
    <div className="flex flex-wrap gap-2 pt-4">
      {offer && (
        <Button variant="primary" onClick={() => setChosen('credit')}>
          {t('coin.credit', { net: moneyText(net) })}
        </Button>
      )}
      {back.length > 0 && <Button onClick={() => setChosen('refund')}>{t('coin.refund')}</Button>}
      <ReasonDialog
        open={chosen === 'credit'}
        onClose={close}
        schema={creditCoinDeposit.input}
        texts={{
          title: t('coin.creditTitle', { net: moneyText(net), name: found.company.name }),
          effects: [
            t('coin.two'),
            t('coin.creditEffect', {
              fee: moneyText(offer?.fee ?? '0.00'),
              gross: moneyText(offer?.gross ?? '0.00'),
            }),
          ],
          reason: t('coin.reason'),
          cancel: t('review.back'),
          submit: t('review.request'),
        }}
        send={async (reason) => {
          await credit.mutateAsync({ params: { id: found.id }, input: { net, reason } })
          toastSuccess(t('review.requested'))
        }}
      />
      <Dialog
        open={chosen === 'refund'}
        onClose={close}
        size="small"
        title={t('coin.refundTitle', { amount })}
      >
        {chosen === 'refund' && <RefundForm found={found} onClose={close} />}
      </Dialog>
    </div>
  )
}

/** Stops a return of coins that waits and cannot be paid. */
export const StopCoinRefund = ({ found }: { found: CoinDeposit }) => {
  const t = useText('topUps')
  const [isOpen, setOpen] = useState(false)
  const stop = useAction(stopCoinRefund, { changes })
  return (
    <div className="pt-4">
      <Button onClick={() => setOpen(true)}>{t('coin.stop')}</Button>
      <ReasonDialog
        open={isOpen}
        onClose={() => setOpen(false)}
        schema={stopCoinRefund.input}
        texts={{
          title: t('coin.stopTitle'),
          effects: [t('coin.two'), t('coin.stopEffect')],
          reason: t('coin.reason'),
          cancel: t('review.back'),
          submit: t('review.request'),
        }}
        send={async (reason) => {
          await stop.mutateAsync({ params: { id: found.id }, input: { reason } })
          toastSuccess(t('review.requested'))
        }}
      />
    </div>
  )
}
