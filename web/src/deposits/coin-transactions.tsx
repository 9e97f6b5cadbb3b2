import { useText } from '../kernel/i18n.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { ExplorerLink } from '../ui/explorer-link.tsx'
import { Panel } from '../ui/panel.tsx'
import { coinOf, shortHex } from '../ui/payments/load-wire.ts'
import type { CoinDeposit } from './coin-decision.tsx'

/** What came on the chain and what went back, each with its transaction. */
export const CoinTransactions = ({ found }: { found: CoinDeposit }) => {
  const t = useText('topUps')
  const { transfers, refund, asset } = found
  const came = transfers.map((each) => ({
    name: t('coin.transactions.came'),
    what: coinOf(each.amount, each.asset),
    txHash: each.txHash,
  }))
  const returned = (refund?.payments ?? []).flatMap((each) =>
    each.txHash === null
      ? []
      : [{ name: t('coin.transactions.returned'), what: each.asset, txHash: each.txHash }],
  )
  const all = [...came, ...returned]
  if (all.length === 0) return null
  return (
    <Panel title={t('coin.transactions.title')}>
      <ul className="*:not-last:border-b *:not-last:border-line2">
        {all.map(({ name, what, txHash }, index) => (
          <li key={`${txHash}-${index}`} className="flex flex-col gap-1 py-2.5">
            <p className="num flex flex-wrap justify-between gap-x-3 font-medium">
              {what}
              <span className="font-sans font-normal text-mute">{name}</span>
            </p>
            <div className="flex flex-wrap items-center justify-between gap-x-3">
              <span className="inline-flex items-center">
                <span className="num text-mute" translate="no">
                  {shortHex(txHash)}
                </span>
                <CopyButton text={txHash} label={t('coin.transactions.copy')} variant="ghost" />
              </span>
              <ExplorerLink network={asset.network} txId={txHash}>
                {t('coin.transactions.explorer')}
              </ExplorerLink>
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
