import type { readCompanyTransaction } from '@cardamom/contract/transactions/company-transactions'
import type { WireOf } from '@cardamom/contract/endpoint'
import { useDates } from '../kernel/dates.tsx'
import { useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { TextLink } from '../ui/button.tsx'
import { KvRow, KvRows } from '../ui/kv-rows.tsx'
import { useCodeName } from '../ui/wallets/account-name.ts'
import { LegsTable } from '../ui/wallets/postings-table.tsx'
import { CompanyTransactionAmount, useTransactionName } from './company-transaction-text.tsx'

type Detail = WireOf<typeof readCompanyTransaction>

/** The other rows of the same payment. */
export const RelatedTransactions = ({ related }: Pick<Detail, 'related'>) => {
  const t = useText('companyTransactions')
  const nameOf = useTransactionName()
  if (related.length === 0) return null
  return (
    <section className="flex flex-col gap-3">
      <h3 className="font-semibold">{t('related')}</h3>
      <KvRows>
        {related.map((row) => (
          <KvRow
            key={row.id}
            name={
              <TextLink to="/admin/transactions" search={{ open: row.id }}>
                {row.purpose === 'purchase' ? nameOf(row) : t(`values.purpose.${row.purpose}`)}
              </TextLink>
            }
          >
            <CompanyTransactionAmount {...row} />
          </KvRow>
        ))}
      </KvRows>
    </section>
  )
}

/** The journals of a transaction. `isPart`: the reader sees only the legs of the card. */
export const Postings = ({
  journals,
  isPart,
}: {
  journals: NonNullable<Detail['journals']>
  isPart: boolean
}) => {
  const t = useText('companyTransactions')
  const date = useDates()
  const nameOf = useCodeName()
  return (
    <section className="flex flex-col gap-3">
      <h3 className="font-semibold">{t('journals.title')}</h3>
      {journals.length === 0 && <p className="text-mute">{t('journals.none')}</p>}
      {journals.map(({ id, effectiveAt, legs }) => (
        <div key={id}>
          <LegsTable
            isPart={isPart}
            rows={legs.map(({ account, side, amount }, index) => ({
              key: `${account} ${index}`,
              name: nameOf(account),
              side,
              amount: moneyText(amount),
            }))}
          />
          <p className="flex flex-wrap justify-between gap-x-4 border-t border-line2 pt-2 text-mute">
            <span>{date(effectiveAt, 'dayTime')}</span>
            <TextLink to={`/admin/ledger/journals/${id}`}>{t('journals.open')}</TextLink>
          </p>
        </div>
      ))}
    </section>
  )
}

/** The stored messages of the card issuer about a payment, each as it came. */
export const IssuerMessages = ({ messages }: { messages: NonNullable<Detail['messages']> }) => {
  const t = useText('companyTransactions')
  const date = useDates()
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-semibold">{t('messages.title')}</h3>
      <p className="text-base text-mute md:text-sm">{t('messages.kept')}</p>
      {messages.length === 0 && <p className="text-mute">{t('messages.none')}</p>}
      {messages.map(({ id, source, receivedAt, body }) => (
        <details key={id} className="border-t border-line2">
          <summary className="cursor-pointer py-3 md:py-2">
            {t(`messages.${source}`)} · {date(receivedAt, 'dayTime')}
          </summary>
          <pre
            tabIndex={0}
            className="num max-h-80 overflow-auto rounded-md bg-fill p-3 text-sm wrap-anywhere whitespace-pre-wrap"
          >
            {body}
          </pre>
        </details>
      ))}
    </section>
  )
}
