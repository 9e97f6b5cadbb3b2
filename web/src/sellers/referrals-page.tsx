import { listFriends, readReferrals } from '@cardamom/contract/sellers/own-codes'
import { readEarnings } from '@cardamom/contract/shares/earnings'
import type { WireOf } from '@cardamom/contract/endpoint'
import { useState } from 'react'
import { UserRound } from 'lucide-react'
import { useDates } from '../kernel/dates.tsx'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { useCall } from '../kernel/query.ts'
import { Button, TextLink } from '../ui/button.tsx'
import { Row, Rows } from '../ui/list-row.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Page, Stack } from '../ui/page-parts.tsx'
import { PageHeader } from '../ui/page.tsx'
import { Panel, SectionTitle } from '../ui/panel.tsx'
import { isNothing } from '../ui/payments/share-parts.ts'
import { SkeletonRows } from '../ui/skeleton.tsx'
import { SplitRules } from '../ui/split-rules.tsx'
import { CodeLink } from './code-link.tsx'

preloadText('clients')

type Friend = WireOf<typeof listFriends>['items'][number]

const FriendRow = ({ initials, joinedAt, earnsUntil, earns }: Friend) => {
  const t = useText('clients')
  const date = useDates()
  return (
    <Row
      icon={UserRound}
      title={initials}
      below={t('referrals.joined', { at: date(joinedAt, 'day') })}
      more={
        <span className="text-mute">
          {earns ? t('referrals.earns', { at: date(earnsUntil, 'full') }) : t('referrals.over')}
        </span>
      }
    />
  )
}

/** One page of people; the last one has the button that reads the next. */
const Friends = ({
  before,
  more,
  isLast,
}: {
  before: string | null
  more: (next: string) => void
  isLast: boolean
}) => {
  const t = useText('clients')
  const friends = useCall(listFriends, { input: before === null ? {} : { before } }, { live: ['user.'] })
  return (
    <Loaded
      reads={{ friends }}
      waiting={<SkeletonRows rows={3} />}
      failed={t('referrals.peopleFailed')}
      empty={({ friends: { items } }) =>
        items.length === 0 && <p className="py-2 text-mute">{t('referrals.none')}</p>
      }
    >
      {({ friends: { items, next } }) => (
        <>
          <Rows label={t('referrals.people')}>
            {items.map((friend) => (
              <FriendRow key={`${friend.joinedAt} ${friend.initials}`} {...friend} />
            ))}
          </Rows>
          {isLast && next !== null && (
            <Button variant="soft" size="small" onClick={() => more(next)}>
              {t('referrals.more')}
            </Button>
          )}
        </>
      )}
    </Loaded>
  )
}

const People = () => {
  const t = useText('clients')
  const [pages, setPages] = useState<readonly (string | null)[]>([null])
  return (
    <section className="flex flex-col gap-2">
      <SectionTitle>{t('referrals.people')}</SectionTitle>
      <p className="text-base text-mute md:text-sm">{t('referrals.privacy')}</p>
      {pages.map((before, index) => (
        <Friends
          key={before ?? ''}
          before={before}
          isLast={index === pages.length - 1}
          more={(next) => setPages([...pages, next])}
        />
      ))}
    </section>
  )
}

const Earned = ({ earnings }: { earnings: WireOf<typeof readEarnings> }) => {
  const t = useText('clients')
  const own = earnings.codes.find(({ codeId }) => codeId === null)
  const { total = '0.00', pending = '0.00', due = '0.00', settled = '0.00' } = own ?? {}
  const { stopped = '0.00', owed = '0.00' } = own ?? {}
  const parts = [
    t('referrals.pending', {
      pending: moneyText(pending),
      due: moneyText(due),
      settled: moneyText(settled),
    }),
    ...(isNothing(stopped) ? [] : [t('referrals.stopped', { amount: moneyText(stopped) })]),
    ...(isNothing(owed) ? [] : [t('referrals.owed', { amount: moneyText(owed) })]),
  ]
  return (
    <Panel title={t('referrals.earned')}>
      <p className="num text-2xl font-semibold">{moneyText(total)}</p>
      <p className="num text-mute">{parts.join(' · ')}</p>
      {own && (
        <p className="pt-2">
          <TextLink to="/earnings">{t('referrals.details')}</TextLink>
        </p>
      )}
    </Panel>
  )
}

/** The person's referral code with its link, who joined, and what they earned with it: `/referrals`. */
export const ReferralsPage = () => {
  const t = useText('clients')
  const referrals = useCall(readReferrals, {})
  const earnings = useCall(readEarnings, { input: {} }, { live: ['load.', 'settlement.'] })
  return (
    <Page>
      <PageHeader title={t('referrals.title')} back="/" isNavItem />
      <Loaded
        reads={{ referrals, earnings }}
        waiting={<SkeletonRows rows={6} />}
        failed={t('referrals.failed')}
      >
        {(found) => (
          <Stack>
            <p className="text-mute">
              {found.referrals.months === 0
                ? t('referrals.leadNothing')
                : t('referrals.lead', { months: found.referrals.months })}
            </p>
            <Panel>
              <CodeLink code={found.referrals.code} url={found.referrals.url} name={t('referrals.code')} />
            </Panel>
            <Earned earnings={found.earnings} />
            <SplitRules />
            <People />
          </Stack>
        )}
      </Loaded>
    </Page>
  )
}
