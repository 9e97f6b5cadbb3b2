import { getUser } from '@cardamom/contract/access/users'
import { getUserSellerCode } from '@cardamom/contract/sellers'
import { getUserWallet } from '@cardamom/contract/wallets'
import type { WireOf } from '@cardamom/contract/endpoint'
import { SearchX } from 'lucide-react'
import { useDates } from '../kernel/dates.tsx'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { useCall } from '../kernel/query.ts'
import { usePathParam } from '../kernel/router.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { KvRow, KvRows } from '../ui/kv-rows.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { NoteBox } from '../ui/note-box.tsx'
import { Page, Stack } from '../ui/page-parts.tsx'
import { PageHeader } from '../ui/page.tsx'
import { Panel, SectionTitle } from '../ui/panel.tsx'
import { SkeletonRows } from '../ui/skeleton.tsx'
import { ShareRows } from './share-rows.tsx'
import { Status } from '../ui/status.tsx'
import { EmailText } from '../ui/with-reference.tsx'
import { SellersOnly } from './sellers-only.tsx'

preloadText('clients')

type ClientFacts = {
  readonly user: WireOf<typeof getUser>
  readonly code: WireOf<typeof getUserSellerCode>
  readonly wallet: WireOf<typeof getUserWallet>
}

const Facts = ({ user, code, wallet }: ClientFacts) => {
  const t = useText('clients')
  const date = useDates()
  const { status, identity } = user
  return (
    <KvRows>
      <KvRow name={t('one.email')}>
        <EmailText>{user.email}</EmailText>
      </KvRow>
      <KvRow name={t('one.status')}>
        <Status tone={status === 'active' ? 'good' : 'warn'} variant="plain">
          {t(`one.values.status.${status}`)}
        </Status>
      </KvRow>
      <KvRow name={t('one.identity')}>
        <Status tone={identity === 'verified' ? 'good' : 'warn'} variant="plain">
          {t(`one.values.identity.${identity}`)}
        </Status>
      </KvRow>
      {code.code !== null && <KvRow name={t('one.code')}>{code.code}</KvRow>}
      <KvRow name={t('one.since')}>{date(user.createdAt, 'full')}</KvRow>
      <KvRow name={t('one.lastActive')}>
        {user.lastActiveAt === null ? t('one.never') : date(user.lastActiveAt, 'dayTime')}
      </KvRow>
      <KvRow name={t('one.card')}>{moneyText(wallet.card.balance)}</KvRow>
    </KvRows>
  )
}

const Next = ({ user: { status, identity } }: Pick<ClientFacts, 'user'>) => {
  const t = useText('clients')
  if (status === 'unverified') return <NoteBox tone="info" title={t('one.next.unverified')} />
  if (status === 'active' && identity === 'not_verified')
    return <NoteBox tone="info" title={t('one.next.identity')} />
  return null
}

const Client = () => {
  const t = useText('clients')
  const id = usePathParam('id')
  const args = { params: { id }, errors: 'none' } as const
  const user = useCall(getUser, args, { live: ['user.', 'kyc.'] })
  const code = useCall(getUserSellerCode, args, { live: ['user.'] })
  const wallet = useCall(getUserWallet, args)
  return (
    <Loaded
      reads={{ user, code, wallet }}
      waiting={<SkeletonRows rows={6} />}
      failed={t('one.failed')}
      missing={
        <EmptyState
          icon={SearchX}
          titleAs="h1"
          title={t('one.missing')}
          action={<ButtonLink to="/clients">{t('one.all')}</ButtonLink>}
        >
          {null}
        </EmptyState>
      }
    >
      {(found) => (
        <Stack>
          <PageHeader title={found.user.name} back="/clients" />
          <Next user={found.user} />
          <Panel>
            <Facts {...found} />
          </Panel>
          <section className="flex flex-col gap-2">
            <SectionTitle>{t('one.earned')}</SectionTitle>
            <ShareRows query={{ personId: id }} />
          </section>
        </Stack>
      )}
    </Loaded>
  )
}

/** One person who came with a seller's code, and what the seller earned with them: `/clients/:id`. */
export const ClientPage = () => (
  <Page>
    <SellersOnly titleAs="h1">
      <Client />
    </SellersOnly>
  </Page>
)
