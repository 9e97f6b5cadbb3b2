import { listSellers } from '@cardamom/contract/sellers/referred-people'
import { UserPlus, Users } from 'lucide-react'
import { useText } from '../kernel/i18n.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Row, Rows } from '../ui/list-row.tsx'
import { EndOfRows } from '../ui/list/end-of-rows.tsx'
import { useListPages } from '../ui/list/use-list-pages.ts'
import { Loaded } from '../ui/loaded.tsx'
import { Panel } from '../ui/panel.tsx'
import { SkeletonRows } from '../ui/skeleton.tsx'
import { SplitRules } from '../ui/split-rules.tsx'
import { Status } from '../ui/status.tsx'
import { SellerFrame } from './seller-frame.tsx'

const HowToAdd = () => {
  const t = useText('clients')
  return (
    <Panel title={t('sellers.how.title')}>
      <ol className="flex list-decimal flex-col gap-2 pb-4 pl-5">
        <li>{t('sellers.how.first')}</li>
        <li>{t('sellers.how.second')}</li>
        <li>{t('sellers.how.third')}</li>
      </ol>
      <ButtonLink to="/clients/new" icon={UserPlus}>
        {t('invite.share')}
      </ButtonLink>
    </Panel>
  )
}

const OwnSellers = () => {
  const t = useText('clients')
  const pages = useListPages(listSellers, { query: { kind: 'seller_two', sort: 'name' }, live: ['user.'] })
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
      <HowToAdd />
      <SplitRules />
    </>
  )
}

/** The sellers two whom a seller one recruited: `/sellers`. */
export const OwnSellersPage = () => (
  <SellerFrame view="sellers">
    <OwnSellers />
  </SellerFrame>
)
