import { listWalletLines } from '@cardamom/contract/wallets/wallet-lines'
import { getWallets, type WalletType } from '@cardamom/contract/wallets/wallet-records'
import type { WireOf } from '@cardamom/contract/endpoint'
import { SearchX } from 'lucide-react'
import { useIsDesktop } from '../kernel/breakpoint.ts'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { useCan } from '../kernel/permissions.ts'
import { useCall } from '../kernel/query.ts'
import { usePathParam } from '../kernel/router.tsx'
import { ButtonLink, TextLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { useListPages } from '../ui/list/use-list-pages.ts'
import { Loaded } from '../ui/loaded.tsx'
import { NoteBox } from '../ui/note-box.tsx'
import { Stack } from '../ui/page-parts.tsx'
import { PageHeader } from '../ui/page.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Tag } from '../ui/status.tsx'
import { EmailText } from '../ui/with-reference.tsx'
import { OwnerActions } from './owner-actions.tsx'
import { useWalletChoice } from './wallet-choice.tsx'
import { useStatementDays } from './statement-period.tsx'
import { WalletLines } from './wallet-lines.tsx'
import { walletLive } from './wallet-parts.tsx'
import { WalletStatement } from './wallet-statement.tsx'
import { WalletPanels } from './wallet-panels.tsx'

preloadText('walletList')

type Owner = WireOf<typeof getWallets>['owner']

/** The page of the owner, for readers who may open it. */
const OwnerLink = ({ id, kind, companyName, email }: Owner) => {
  const t = useText('walletList')
  const can = useCan()
  const isCompany = kind === 'company'
  const to = isCompany ? `/admin/companies/${id}` : `/admin/users/${id}`
  const name = t(`values.ownerKind.${kind}`)
  return (
    <>
      {can(isCompany ? 'companies.view' : 'users.view') === true ? <TextLink to={to}>{name}</TextLink> : name}
      {!isCompany && <> · {companyName}</>}
      {email !== null && (
        <>
          {' · '}
          <EmailText>{email}</EmailText>
        </>
      )}
    </>
  )
}

const Lines = ({ ownerId, wallet }: { ownerId: string; wallet: WalletType }) => {
  const days = useStatementDays()
  const pages = useListPages(listWalletLines, { query: { ownerId, wallet, ...days }, live: walletLive })
  return (
    <>
      <WalletStatement ownerId={ownerId} wallet={wallet} days={days} />
      <WalletLines pages={pages} isPeriod={days.until !== undefined} />
    </>
  )
}

const Shown = (found: WireOf<typeof getWallets>) => {
  const t = useText('walletList')
  const lines = useText('walletLines')
  const { owner } = found
  const { wallet, choice } = useWalletChoice()
  const isDesktop = useIsDesktop()
  const actions = <OwnerActions owner={owner} />
  return (
    <Stack>
      <PageHeader
        title={owner.name}
        back="/admin/wallets"
        status={<Tag>{t('tierOf', { tier: String(owner.tier) })}</Tag>}
        {...(isDesktop ? { actions } : {})}
        facts={[<OwnerLink key="owner" {...owner} />, t('utc')]}
      />
      {!isDesktop && <div className="flex flex-wrap gap-2 *:grow empty:hidden">{actions}</div>}
      <WalletPanels {...found} />
      {found.owed === null ? (
        <NoteBox tone="neutral" title={t('ofAnotherLevel')}>
          {t('ofAnotherLevelHelp')}
        </NoteBox>
      ) : (
        <>
          <div className="flex flex-wrap items-center justify-between gap-3 pt-2">
            <h2 className="text-md font-semibold">{lines('lines')}</h2>
            {choice}
          </div>
          <Lines key={wallet} ownerId={owner.id} wallet={wallet} />
        </>
      )}
    </Stack>
  )
}

/** Both wallets of a company or person, with their lines: `/admin/wallets/:id`. */
export const OwnerWalletsPage = () => {
  const t = useText('walletList')
  const id = usePathParam('id')
  const wallets = useCall(getWallets, { params: { id }, errors: 'none' }, { live: walletLive })
  return (
    <div className="mx-auto w-full max-w-290">
      <Loaded
        reads={{ wallets }}
        waiting={<Skeleton className="h-96" />}
        failed={t('failed')}
        missing={
          <EmptyState
            icon={SearchX}
            title={t('missing')}
            titleAs="h1"
            action={<ButtonLink to="/admin/wallets">{t('all')}</ButtonLink>}
          >
            {null}
          </EmptyState>
        }
      >
        {({ wallets: found }) => <Shown {...found} />}
      </Loaded>
    </div>
  )
}
