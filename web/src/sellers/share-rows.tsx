import { listEarnings } from '@cardamom/contract/shares/earnings'
import { Coins } from 'lucide-react'
import { useDates } from '../kernel/dates.tsx'
import { preloadText, useText, type Text } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { formulaOf } from '../ui/payments/share-formula.ts'
import { TextLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Row, Rows } from '../ui/list-row.tsx'
import { EndOfRows } from '../ui/list/end-of-rows.tsx'
import { ExportCsv } from '../ui/list/export-csv.tsx'
import { useListPages, type QueryOf, type RowOf } from '../ui/list/use-list-pages.ts'
import { Loaded } from '../ui/loaded.tsx'
import { SkeletonRows } from '../ui/skeleton.tsx'
import { isNothing, shareTones } from '../ui/payments/share-parts.ts'
import { Status } from '../ui/status.tsx'

preloadText('earnings')
preloadText('walletLines')

type Share = RowOf<typeof listEarnings>

const titleOf = (t: Text<'earnings'>, { source, personName }: Share): string => {
  if (source === 'topup') return t('depositShare')
  return personName === '' ? t('someone') : t('loadOf', { name: personName })
}

const ShareRow = ({ share }: { share: Share }) => {
  const t = useText('earnings')
  const formulas = useText('walletLines')
  const date = useDates()
  const { source, ref, earned, settlement } = share
  const { basis, codeId, code, state, amount, returned, acceptedAt, dueAt, owed } = share
  const codeName = code ?? t(codeId === null ? 'referral' : 'otherCode')
  const notes = [
    state === 'pending' && (dueAt === null ? t('waits') : t('due', { at: date(dueAt, 'dayTime') })),
    state === 'stopped' && t('stopped'),
    !isNothing(owed) && t('owed', { amount: moneyText(owed) }),
    !isNothing(returned) && t('returned', { amount: moneyText(returned) }),
  ].filter(Boolean)
  return (
    <Row
      icon={Coins}
      tone={state === 'settled' ? 'good' : 'neutral'}
      title={titleOf(t, share)}
      value={moneyText(amount)}
      below={
        source === 'load'
          ? t('on', { at: date(acceptedAt, 'day'), code: codeName, ref: ref ?? '' })
          : t('onDeposit', { at: date(acceptedAt, 'day'), ref: ref ?? '' })
      }
      valueBelow={
        <Status tone={shareTones[state]} variant="plain">
          {t(`values.state.${state}`)}
        </Status>
      }
      more={
        <span className="flex flex-col gap-0.5 text-mute md:text-sm">
          <span className="num">{formulaOf(formulas, { basis, earned, amount: earned })}</span>
          {notes.length > 0 && <span>{notes.join(' · ')}</span>}
          {settlement && (
            <TextLink to="/wallet/settlements" search={{ open: settlement.id }}>
              <span className="num">{t('inSettlement', { ref: settlement.ref })}</span>
            </TextLink>
          )}
        </span>
      }
    />
  )
}

/** The shares of the person, each with whose load it is of and when it is paid. */
export const ShareRows = ({ query }: { query: QueryOf<typeof listEarnings> }) => {
  const t = useText('earnings')
  const pages = useListPages(listEarnings, { query, live: ['load.', 'settlement.'] })
  return (
    <Loaded
      reads={{ pages }}
      waiting={<SkeletonRows rows={4} />}
      failed={t('failed')}
      empty={() =>
        pages.rows.length === 0 && (
          <EmptyState icon={Coins} title={t('none')}>
            {null}
          </EmptyState>
        )
      }
    >
      {() => (
        <>
          <div className="flex justify-end">
            <ExportCsv list={listEarnings} query={query} count={pages.count} />
          </div>
          <Rows label={t('shares')}>
            {pages.rows.map((share) => (
              <ShareRow key={share.id} share={share} />
            ))}
          </Rows>
          <EndOfRows pages={pages} readsBy="press" />
        </>
      )}
    </Loaded>
  )
}
