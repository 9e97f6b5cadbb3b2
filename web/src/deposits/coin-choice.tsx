import { readCoinDeposit } from '@cardamom/contract/deposits/coin-deposits'
import { requestCoinRefund, withdrawCoinRefund } from '@cardamom/contract/deposits/refund-requests'
import { listCoinDeposits } from '@cardamom/contract/loads/wallet-payments'
import { CircleDollarSign, Coins, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { useAction } from '../kernel/query.ts'
import { dialogPart } from '../ui/dialog.tsx'
import { Row, Rows } from '../ui/list-row.tsx'
import { SectionTitle } from '../ui/panel.tsx'
import { amountsText, coinOf, networkName } from '../ui/payments/load-wire.ts'
import { RefundPanel } from '../ui/payments/refund-panel.tsx'
import type { CoinDeposit } from './coin-decision.tsx'

const RefundDialog = dialogPart(async () => (await import('../ui/payments/refund-dialog.tsx')).RefundDialog)

const changes = [readCoinDeposit, listCoinDeposits]

/** What can become of coins that are not as quoted, with amounts. The company that paid them names where they go back to. */
export const CoinChoice = ({ found }: { found: CoinDeposit }) => {
  const t = useText('topUps')
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const request = useAction(requestCoinRefund, { errors: 'fields', changes, onDone: close })
  const rest = found.resolutions.find(({ kind }) => kind === 'pay_rest')
  const credit = found.resolutions.find(({ kind }) => kind === 'credit')
  const back = found.resolutions.filter(({ kind }) => kind === 'refund')
  const amount = amountsText(back)
  const title = t('coin.choice.title')
  if (found.resolutions.length === 0) return null
  return (
    <section className="flex flex-col gap-2">
      <SectionTitle>{title}</SectionTitle>
      <Rows label={title}>
        {rest && (
          <Row
            icon={Coins}
            title={t('coin.choice.rest')}
            below={t('coin.choice.restBelow')}
            value={coinOf(rest.amount ?? '0', rest.asset ?? '')}
          />
        )}
        {credit && (
          <Row
            icon={CircleDollarSign}
            title={t('coin.choice.credit')}
            below={t('coin.choice.creditBelow', {
              gross: moneyText(credit.gross ?? '0.00'),
              fee: moneyText(credit.fee ?? '0.00'),
            })}
            value={moneyText(credit.net ?? '0.00')}
          />
        )}
        {back.length > 0 && (
          <Row
            icon={Undo2}
            tone="brand"
            title={t('coin.choice.refund')}
            below={t('coin.choice.refundBelow', { amount })}
            onPress={() => setOpen(true)}
          />
        )}
      </Rows>
      <RefundDialog
        open={isOpen && back.length > 0}
        payment={found}
        amount={amount}
        text={t('coin.choice.refundText', {
          name: found.company.name,
          network: networkName(found.asset.network),
        })}
        request={request}
        onClose={close}
      />
    </section>
  )
}

/** A refund that a company requested; the reader is of it, or withdraws the request in its place. */
export const CoinRefund = ({ found }: { found: CoinDeposit }) => {
  const withdraw = useAction(withdrawCoinRefund, { changes })
  const { refund } = found
  return refund && <RefundPanel payment={found} refund={refund} withdraw={withdraw} />
}
