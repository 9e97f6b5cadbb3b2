import { listOwnCodes } from '@cardamom/contract/sellers/own-codes'
import { Ticket } from 'lucide-react'
import { useDates } from '../kernel/dates.tsx'
import { useText } from '../kernel/i18n.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Row, Rows } from '../ui/list-row.tsx'
import { EndOfRows } from '../ui/list/end-of-rows.tsx'
import { ExportCsv } from '../ui/list/export-csv.tsx'
import { useListPages, type RowOf } from '../ui/list/use-list-pages.ts'
import { Loaded } from '../ui/loaded.tsx'
import { SkeletonRows } from '../ui/skeleton.tsx'
import { SplitRules } from '../ui/split-rules.tsx'
import { Status } from '../ui/status.tsx'
import { codeTones } from './code-tones.ts'
import { SellerFrame } from './seller-frame.tsx'

const CodeRow = ({ code: row }: { code: RowOf<typeof listOwnCodes> }) => {
  const t = useText('clients')
  const date = useDates()
  const { id, code, state, uses, maxUses, validFrom, validTo } = row
  const used =
    maxUses === null
      ? t('codes.uses', { uses })
      : t('codes.usesOf', { uses: String(uses), most: String(maxUses) })
  const days = [
    state === 'waiting' && t('codes.from', { at: date(validFrom, 'day') }),
    validTo !== null && t('codes.until', { at: date(validTo, 'dayTime') }),
  ].filter(Boolean)
  return (
    <Row
      icon={Ticket}
      tone={state === 'active' ? 'brand' : 'neutral'}
      title={code}
      below={[used, ...days].join(' · ')}
      valueBelow={
        <Status tone={codeTones[state]} variant="plain">
          {t(`codes.values.state.${state}`)}
        </Status>
      }
      {...(state === 'active' ? { to: `/clients/new?code=${id}` } : {})}
    />
  )
}

/** The seller's own codes: `/codes`. */
export const OwnCodesPage = () => {
  const t = useText('clients')
  const pages = useListPages(listOwnCodes, { query: {}, live: ['seller_code.', 'user.'] })
  return (
    <SellerFrame view="codes" actions={<ExportCsv list={listOwnCodes} query={{}} count={pages.count} />}>
      <Loaded
        reads={{ pages }}
        waiting={<SkeletonRows rows={3} />}
        failed={t('codes.failed')}
        empty={() =>
          pages.rows.length === 0 && (
            <EmptyState
              icon={Ticket}
              title={t('codes.empty.title')}
              action={<ButtonLink to="/referrals">{t('codes.empty.action')}</ButtonLink>}
            >
              {t('codes.empty.body')}
            </EmptyState>
          )
        }
      >
        {() => (
          <>
            <Rows label={t('codes.title')}>
              {pages.rows.map((code) => (
                <CodeRow key={code.id} code={code} />
              ))}
            </Rows>
            <EndOfRows pages={pages} readsBy="press" />
          </>
        )}
      </Loaded>
      <SplitRules />
    </SellerFrame>
  )
}
