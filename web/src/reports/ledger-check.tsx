import type { readTrialBalance } from '@cardamom/contract/reports/ledger-accounts'
import type { WireOf } from '@cardamom/contract/endpoint'
import { useText } from '../kernel/i18n.tsx'
import { Panel } from '../ui/panel.tsx'
import { Status } from '../ui/status.tsx'
import { LedgerMoney, ledgerText } from './ledger-parts.tsx'

type Check = WireOf<typeof readTrialBalance>['checks'][number]
const parts = ['assets', 'liabilities', 'equity', 'income', 'expenses', 'positions'] as const

const isZero = (amount: string) => /^-?0*\.?0*$/.test(amount)

const CheckOf = ({ check }: { check: Check }) => {
  const t = useText('ledger')
  const { currency, difference, isBalanced } = check
  return (
    <li className="py-3 not-first:border-t not-first:border-line2">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <h3 className="font-medium wrap-anywhere">{currency}</h3>
        <Status tone={isBalanced ? 'good' : 'bad'}>
          {isBalanced
            ? t('check.balanced')
            : t('check.differs', { difference: ledgerText(difference, currency) })}
        </Status>
      </div>
      <dl className="mt-2 flex flex-wrap gap-x-8 gap-y-2">
        {parts
          .filter((part) => (currency === 'USD' ? part !== 'positions' : !isZero(check[part])))
          .map((part) => (
            <div key={part} className="min-w-0">
              <dt className="text-base text-mute md:text-sm">{t(`check.${part}`)}</dt>
              <dd className="font-medium">
                <LedgerMoney amount={check[part]} currency={currency} />
              </dd>
            </div>
          ))}
      </dl>
    </li>
  )
}

/** For each currency, whether both sides of the ledger are equal, and their parts. */
export const LedgerCheck = ({ checks }: { checks: readonly Check[] }) => {
  const t = useText('ledger')
  if (checks.length === 0) return null
  return (
    <Panel title={t('check.title')}>
      <p className="text-base text-mute md:text-sm">{t('check.sentence')}</p>
      <ul>
        {checks.map((check) => (
          <CheckOf key={check.currency} check={check} />
        ))}
      </ul>
    </Panel>
  )
}
