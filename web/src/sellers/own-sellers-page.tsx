import { listSellers } from '@cardamom/contract/sellers/sellers-list'
import { Users } from 'lucide-react'
import { useText } from '../kernel/i18n.tsx'
import { useCan } from '../kernel/permissions.ts'
import { Avatar } from '../ui/avatar.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Row, Rows } from '../ui/list-row.tsx'
import { EndOfRows } from '../ui/list/end-of-rows.tsx'
import { useListPages } from '../ui/list/use-list-pages.ts'
import { Loaded } from '../ui/loaded.tsx'
import { SkeletonRows } from '../ui/skeleton.tsx'
import { SplitRules } from '../ui/split-rules.tsx'
import { Status } from '../ui/status.tsx'
import { SellerFrame } from './seller-frame.tsx'
import { OwnInvitations } from './seller-invitations.tsx'

const query = { kind: 'seller_two', sort: 'name' } as const

const OwnSellers = () => {
  const t = useText('clients')
  const pages = useListPages(listSellers, { query, live: ['user.'] })
  return (
    <>
      <Loaded
        reads={{ pages }}
        waiting={<SkeletonRows rows={3} />}
        failed={t('sellers.failed')}
        empty={() =>
          pages.rows.length === 0 && (
            <EmptyState icon={Users} title={t('sellers.empty.title')}>
              {t('sellers.empty.body')}
            </EmptyState>
          )
        }
      >
        {() => (
          <>
            <Rows label={t('sellers.title')}>
              {pages.rows.map(({ id, name, codes, active }) => (
                <Row
                  key={id}
                  lead={<Avatar name={name} size={40} />}
                  title={name}
                  below={t('sellers.counts', { codes })}
                  {...(active
                    ? {}
                    : {
                        valueBelow: (
                          <Status tone="neutral" variant="plain">
                            {t('sellers.inactive')}
                          </Status>
                        ),
                      })}
                />
              ))}
            </Rows>
            <EndOfRows pages={pages} readsBy="press" />
          </>
        )}
      </Loaded>
      <OwnInvitations />
      <SplitRules />
    </>
  )
}

/** The sellers two whom a seller one recruited: `/sellers`. */
export const OwnSellersPage = () => {
  const t = useText('clients')
  const mayHave = useCan()('sellers.view') === true
  return (
    <SellerFrame view="sellers">
      {mayHave ? (
        <OwnSellers />
      ) : (
        <EmptyState
          icon={Users}
          title={t('sellers.notYours.title')}
          action={<ButtonLink to="/clients">{t('views.clients')}</ButtonLink>}
        >
          {t('sellers.notYours.body')}
        </EmptyState>
      )}
    </SellerFrame>
  )
}
