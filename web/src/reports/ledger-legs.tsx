import type { getJournal } from '@cardamom/contract/reports/ledger-journals'
import type { WireOf } from '@cardamom/contract/endpoint'
import { useText } from '../kernel/i18n.tsx'
import { Panel } from '../ui/panel.tsx'
import { Status } from '../ui/status.tsx'
import { AccountLink, LedgerMoney, accountPage, ledgerText, useOwnerText } from './ledger-parts.tsx'

type Leg = WireOf<typeof getJournal>['legs'][number]

const LegRow = ({ leg }: { leg: Leg }) => {
  const t = useText('ledger')
  const ownerText = useOwnerText()
  const cell = 'py-2.5 pl-3 text-right align-top font-medium'
  return (
    <tr className="border-t border-line2">
      <th scope="row" className="py-2.5 text-left font-normal">
        <AccountLink line={leg} to={accountPage(leg.accountId)} />
        <span className="block text-base wrap-anywhere md:text-sm">{ownerText(leg)}</span>
        <span className="num block text-base text-mute md:text-sm">
          {t('account.changes', {
            before: ledgerText(leg.before, leg.currency),
            after: ledgerText(leg.after, leg.currency),
          })}
        </span>
      </th>
      {(['debit', 'credit'] as const).map((side) => (
        <td key={side} className={cell}>
          {leg.side === side && <LedgerMoney amount={leg.amount} currency={leg.currency} />}
        </td>
      ))}
    </tr>
  )
}

/** The legs of a journal, debit and credit in columns of their own, with each balance before and after. */
export const JournalLegs = ({ legs, isBalanced }: { legs: readonly Leg[]; isBalanced: boolean }) => {
  const t = useText('ledger')
  return (
    <Panel
      title={t('journal.legs')}
      action={
        isBalanced && (
          <Status tone="good" variant="plain">
            {t('journal.balanced')}
          </Status>
        )
      }
    >
      <table className="w-full text-base">
        <thead>
          <tr className="text-mute md:text-xs">
            <th scope="col" className="py-1.5 text-left font-medium">
              {t('journal.account')}
            </th>
            <th scope="col" className="py-1.5 pl-3 text-right font-medium">
              {t('journal.debit')}
            </th>
            <th scope="col" className="py-1.5 pl-3 text-right font-medium">
              {t('journal.credit')}
            </th>
          </tr>
        </thead>
        <tbody>
          {legs.map((leg) => (
            <LegRow key={`${leg.accountId} ${leg.posting}`} leg={leg} />
          ))}
        </tbody>
      </table>
    </Panel>
  )
}
