import { countApprovals, listApprovals } from '@cardamom/contract/approvals'
import {
  creditCoinDeposit,
  readCoinDeposit,
  refundCoinDeposit,
  requestRefundAddress,
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
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { amountsText } from '../ui/payments/load-wire.ts'
import { ReasonDialog } from '../ui/reason-dialog.tsx'
import { EnterAddress } from './entered-address.tsx'

export type CoinDeposit = WireOf<typeof readCoinDeposit>

const changes = [readCoinDeposit, listCoinDeposits, listApprovals, countApprovals]

/** Only the reason is typed: what else a call needs is on the page. */
const reasonSchema = stopCoinRefund.input

/** Chooses the refund. Only the company names the address, so it is notified that one is needed (domain §5). */
const RequestAddress = ({ found, amount }: { found: CoinDeposit; amount: string }) => {
  const t = useText('topUps')
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const { company, addressRequestedAt } = found
  const request = useAction(requestRefundAddress, {
    changes,
    onDone: () => {
      toastSuccess(t('coin.address.requested', { name: company.name }))
      close()
    },
  })
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        {t(addressRequestedAt === null ? 'coin.refund' : 'coin.address.again')}
      </Button>
      <ConfirmDialog
        open={isOpen}
        title={t('coin.refundTitle', { amount })}
        confirm={t('coin.address.request')}
        back={t('review.back')}
        variant="primary"
        busy={request.isPending}
        onConfirm={() => request.mutate({ params: { id: found.id } })}
        onClose={close}
      >
        {t('coin.address.requestText', { name: company.name })}
      </ConfirmDialog>
    </>
  )
}

/** Approves the refund to the address that the company confirmed, as the first of two people. */
export const ApproveCoinRefund = ({ found }: { found: CoinDeposit }) => {
  const t = useText('topUps')
  const [isOpen, setOpen] = useState(false)
  const approve = useAction(refundCoinDeposit, { changes })
  const address = found.refund?.address ?? ''
  const amount = amountsText(found.refund?.amounts ?? [])
  return (
    <div className="pt-4">
      <Button variant="primary" onClick={() => setOpen(true)}>
        {t('coin.address.approve', { amount })}
      </Button>
      <ReasonDialog
        open={isOpen}
        onClose={() => setOpen(false)}
        schema={reasonSchema}
        texts={{
          title: t('coin.refundTitle', { amount }),
          effects: [t('coin.two'), t('coin.address.goesTo', { address })],
          reason: t('coin.reason'),
          cancel: t('review.back'),
          submit: t('review.request'),
        }}
        send={async (reason) => {
          await approve.mutateAsync({ params: { id: found.id }, input: { address, reason } })
          toastSuccess(t('review.requested'))
        }}
      />
    </div>
  )
}

/** What administrators can do with coins that are not as quoted: credit what came, or return it. */
export const CoinDecision = ({ found }: { found: CoinDeposit }) => {
  const t = useText('topUps')
  const [isCrediting, setCrediting] = useState(false)
  const credit = useAction(creditCoinDeposit, { changes })
  const offer = found.resolutions.find(({ kind }) => kind === 'credit')
  const back = found.resolutions.filter(({ kind }) => kind === 'refund')
  const ReturnCoins = found.canEnterAddress ? EnterAddress : RequestAddress
  const net = offer?.net ?? '0.00'
  return (
    <div className="flex flex-wrap gap-2 pt-4">
      {offer && (
        <Button variant="primary" onClick={() => setCrediting(true)}>
          {t('coin.credit', { net: moneyText(net) })}
        </Button>
      )}
      {back.length > 0 && <ReturnCoins found={found} amount={amountsText(back)} />}
      <ReasonDialog
        open={isCrediting}
        onClose={() => setCrediting(false)}
        schema={reasonSchema}
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
        schema={reasonSchema}
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
