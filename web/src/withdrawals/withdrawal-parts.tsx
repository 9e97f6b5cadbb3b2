import type { getOwnWithdrawal, getWithdrawal } from '@cardamom/contract/withdrawals'
import type { WireOf } from '@cardamom/contract/endpoint'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { AddressText } from '../ui/address-text.tsx'
import { capital } from '../kernel/date-text.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { ExplorerLink } from '../ui/explorer-link.tsx'
import { KvRow, KvRows } from '../ui/kv-rows.tsx'
import { DateText } from '../ui/money.tsx'
import { NoteBox } from '../ui/note-box.tsx'
import { Panel } from '../ui/panel.tsx'

preloadText('ownWithdrawals')

export type Withdrawal = WireOf<typeof getOwnWithdrawal>
/** The same for an administrator. */
export type WithdrawalDetail = WireOf<typeof getWithdrawal>
type Props = { readonly withdrawal: Withdrawal }

/** What leaves the wallet, what is paid, and to which address. */
export const WithdrawalAmounts = ({ withdrawal }: Props) => {
  const t = useText('ownWithdrawals')
  const { amount, fee, net, coins, currency, network, address, addressLabel, description } = withdrawal
  return (
    <Panel title={t('details.address')}>
      <AddressText address={address} />
      <KvRows>
        <KvRow name={t('book.label')}>{addressLabel}</KvRow>
        <KvRow name={t('review.network')}>{capital(network)}</KvRow>
        <KvRow name={t('review.total')}>{moneyText(amount)}</KvRow>
        <KvRow name={t('review.fee')}>{moneyText(fee)}</KvRow>
        <KvRow name={t('review.net')} total>
          {moneyText(net)}
        </KvRow>
        <KvRow name={t('review.coins')}>
          {coins === null ? currency : t('review.exactly', { coins, coin: currency })}
        </KvRow>
        {description !== '' && <KvRow name={t('details.description')}>{description}</KvRow>}
      </KvRows>
    </Panel>
  )
}

/** Why a payment in the queue waits; the other codes say why one failed. */
const waitReasons = [
  'no_funds',
  'no_gas',
  'signer_silent',
  'signer_refused',
  'chain_silent',
  'transfer_refused',
  'not_booked',
  'screening_waits',
] as const

/** The payment on the chain, with its transaction. */
export const WithdrawalPayment = ({ withdrawal: { payment, txId, status, network } }: Props) => {
  const t = useText('ownWithdrawals')
  if (!payment || status === 'REJECTED') return null
  const hash = txId ?? payment.txId
  const waits = payment.step === 'approved' ? waitReasons.find((each) => each === payment.reason) : undefined
  return (
    <Panel title={t('details.payment')}>
      <NoteBox
        tone={payment.step === 'done' ? 'good' : payment.step === 'failed' ? 'bad' : 'info'}
        role="status"
        title={waits === undefined ? t(`paymentStep.${payment.step}`) : t(`waitReason.${waits}`)}
      >
        {waits === undefined ? null : t('paymentWaits')}
      </NoteBox>
      {hash !== null && (
        <div className="flex flex-wrap items-center justify-between gap-2 pt-3">
          <p className="num min-w-0 text-base wrap-anywhere md:text-sm" translate="no">
            <span className="block text-mute">{t('details.txId')}</span>
            {hash}
            <span className="block font-sans">
              <ExplorerLink network={network} txId={hash}>
                {t('details.explorer')}
              </ExplorerLink>
            </span>
          </p>
          <CopyButton text={hash} label={t('details.copy')} />
        </div>
      )}
    </Panel>
  )
}

/** Who did what, and when. */
export const WithdrawalSteps = ({ withdrawal }: Props) => {
  const t = useText('ownWithdrawals')
  const { createdAt, requestedByName, reason } = withdrawal
  // Staff whom the reader does not see have no name here.
  const nameOf = (name: string) => (name === '' ? t('details.unnamed') : name)
  return (
    <Panel title={t('details.steps')}>
      <KvRows>
        <KvRow name={t('details.requested')} below={<DateText value={createdAt} variant="dayTime" />}>
          {nameOf(requestedByName)}
        </KvRow>
        {(['approved', 'rejected', 'cancelled'] as const).map((name) => {
          const step = withdrawal[name]
          if (!step) return null
          return (
            <KvRow
              key={name}
              name={t(`details.${name}`)}
              below={
                <>
                  <DateText value={step.at} variant="dayTime" />
                  {name === 'rejected' && reason !== null && (
                    <span className="block wrap-anywhere">{reason}</span>
                  )}
                </>
              }
            >
              {nameOf(step.byName)}
            </KvRow>
          )
        })}
      </KvRows>
    </Panel>
  )
}
