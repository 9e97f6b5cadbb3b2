import { listTiers } from '@cardamom/contract/reports/tiers'
import { SearchX } from 'lucide-react'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { useCan } from '../kernel/permissions.ts'
import { useCall } from '../kernel/query.ts'
import { TextLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { KvRow, KvRows } from '../ui/kv-rows.tsx'
import type { RowOf } from '../ui/list/use-list-pages.ts'
import { Loaded } from '../ui/loaded.tsx'
import { useModuleName } from '../ui/module-name.ts'
import { Stack } from '../ui/page-parts.tsx'
import { SplitRules } from '../ui/split-rules.tsx'
import { Status, Tag } from '../ui/status.tsx'
import { ViewAs } from './view-as.tsx'

preloadText('tiers')
preloadText('payinLimits')
preloadText('settings')

/** Events after which the money of companies may differ. */
export const tierLive = [
  'company.',
  'load.',
  'settlement.',
  'transfer.',
  'topup.',
  'wallet.',
  'withdrawal.',
] as const

type Tier = RowOf<typeof listTiers>

const Heading = ({ children }: { children: string }) => (
  <h4 className="pb-1 text-base font-semibold text-mute md:text-sm">{children}</h4>
)

const Money = ({ money }: { money: NonNullable<Tier['money']> }) => {
  const t = useText('tiers')
  const limits = useText('payinLimits')
  const { regular, immediate, regularReserved, immediateReserved, allowance, allowanceUsed, emergency } =
    money
  return (
    <>
      <section>
        <Heading>{t('wallets')}</Heading>
        <KvRows>
          <KvRow name={t('regular')}>{moneyText(regular)}</KvRow>
          <KvRow name={t('immediate')}>{moneyText(immediate)}</KvRow>
          {regularReserved !== '0.00' && (
            <KvRow name={t('regularReserved')}>{moneyText(regularReserved)}</KvRow>
          )}
          {immediateReserved !== '0.00' && (
            <KvRow name={t('immediateReserved')}>{moneyText(immediateReserved)}</KvRow>
          )}
          <KvRow name={t('allowance')}>
            {allowance === '0.00'
              ? t('noAllowance')
              : t('allowanceUsed', { used: moneyText(allowanceUsed), allowance: moneyText(allowance) })}
          </KvRow>
        </KvRows>
      </section>
      <section>
        <Heading>{t('limits')}</Heading>
        <KvRows>
          {money.limits.map(({ category, daily, left }) => (
            <KvRow key={category} name={limits(`values.category.${category}`)}>
              {t('limitLeft', { left: moneyText(left), daily: moneyText(daily) })}
            </KvRow>
          ))}
          <KvRow name={t('emergency')} below={t('emergencyHelp')}>
            {t('limitLeft', { left: moneyText(emergency.left), daily: moneyText(emergency.maximum) })}
          </KvRow>
        </KvRows>
      </section>
    </>
  )
}

const Share = ({ share, money, openSettlements }: Pick<Tier, 'share' | 'money' | 'openSettlements'>) => {
  const t = useText('tiers')
  if (share === null && openSettlements === null)
    return money !== null && <p className="text-base text-mute md:text-sm">{t('otherLevel')}</p>
  return (
    <section>
      <Heading>{t('share')}</Heading>
      <KvRows>
        {share !== null && (
          <>
            <KvRow name={t('regularPending')}>{moneyText(share.regularPending)}</KvRow>
            <KvRow name={t('immediatePending')}>{moneyText(share.immediatePending)}</KvRow>
            {share.owed !== '0.00' && <KvRow name={t('owed')}>{moneyText(share.owed)}</KvRow>}
          </>
        )}
        {openSettlements !== null && <KvRow name={t('openSettlements')}>{String(openSettlements)}</KvRow>}
      </KvRows>
    </section>
  )
}

const Restrictions = ({ restrictions }: Pick<Tier, 'restrictions'>) => {
  const t = useText('tiers')
  const nameOf = useModuleName()
  return (
    <section>
      <Heading>{t('restrictions')}</Heading>
      <p className="md:text-base">
        {restrictions.length === 0 ? t('noRestrictions') : restrictions.map(nameOf).join(', ')}
      </p>
    </section>
  )
}

/** The pages about this company that the reader may open. */
const Links = ({ id, openSettlements }: Pick<Tier, 'id' | 'openSettlements'>) => {
  const t = useText('tiers')
  const can = useCan()
  return (
    <nav aria-label={t('company')} className="flex flex-wrap gap-x-5 gap-y-2">
      <TextLink to={`/admin/companies/${id}`}>{t('links.company')}</TextLink>
      {can('wallets.view') === true && <TextLink to={`/admin/wallets/${id}`}>{t('links.wallets')}</TextLink>}
      {can('fees.view') === true && (
        <TextLink to="/admin/fees" search={{ companyId: id }}>
          {t('links.fees')}
        </TextLink>
      )}
      {openSettlements !== null && (
        <TextLink to="/admin/settlements" search={{ ownerId: id }}>
          {t('links.settlements')}
        </TextLink>
      )}
    </nav>
  )
}

const Shown = (tier: Tier) => {
  const t = useText('tiers')
  const can = useCan()
  return (
    <Stack>
      <div>
        <h3 className="flex flex-wrap items-center gap-2 text-md font-semibold wrap-anywhere">
          {tier.name} <Tag>{t('tier', { tier: String(tier.tier) })}</Tag>
          {!tier.active && <Status tone="neutral">{t('closed')}</Status>}
        </h3>
        {tier.parentName !== null && (
          <p className="text-base text-mute md:text-sm">{t('under', { name: tier.parentName })}</p>
        )}
      </div>
      <Links {...tier} />
      {can('users.impersonate') === true && can('admins.view') === true && (
        <ViewAs companyId={tier.id} name={tier.name} />
      )}
      {tier.money !== null && <Money money={tier.money} />}
      <Share {...tier} />
      {tier.tier === 4 && <SplitRules companyId={tier.id} />}
      <Restrictions restrictions={tier.restrictions} />
    </Stack>
  )
}

/** One company of the tree: its money, what it may do today, and the ways to its pages. */
export const TierDetails = ({ id }: { id: string }) => {
  const t = useText('tiers')
  const found = useCall(listTiers, { input: { id, limit: 1 } }, { live: tierLive })
  const missing = (
    <EmptyState icon={SearchX} title={t('missing')}>
      {t('choose.body')}
    </EmptyState>
  )
  return (
    <Loaded
      reads={{ found }}
      failed={t('failed')}
      missing={missing}
      empty={({ found: { items } }) => items.length === 0 && missing}
    >
      {({ found: { items } }) => items.slice(0, 1).map((tier) => <Shown key={tier.id} {...tier} />)}
    </Loaded>
  )
}
