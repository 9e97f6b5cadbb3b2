import type { PermissionTag } from '@cardamom/contract/roles'
import type { FunctionComponent } from 'react'
import { part } from '../kernel/deferred.tsx'
import { useText } from '../kernel/i18n.tsx'
import { useCan } from '../kernel/permissions.ts'
import { usePath, useQueryParams } from '../kernel/router.tsx'
import { SkeletonRows } from '../ui/skeleton.tsx'
import { ViewLinks } from '../ui/view-links.tsx'

type Section = FunctionComponent<{ id: string }>
const money = () => import('./user-money.tsx')
const fallback = <SkeletonRows rows={6} />
const options = { fallback }

/** Sections of a person that are read when they are opened, each for readers with its tag. */
const sections = {
  cards: { tag: 'cards.view', Section: part(money, 'UserCards', options) },
  wallet: { tag: 'wallets.view', Section: part(() => import('./user-wallet.tsx'), 'UserWallet', options) },
  loads: { tag: 'loads.view', Section: part(money, 'UserLoads', options) },
  transactions: { tag: 'transactions.view', Section: part(money, 'UserTransactions', options) },
} as const satisfies Record<string, { tag: PermissionTag; Section: Section }>
type SectionName = keyof typeof sections

const names = Object.keys(sections) as SectionName[]

/** The section of the address (`?section=loads`); null where it has none, or the reader has no tag for it. */
export const useUserSection = (): Section | null => {
  const can = useCan()
  const [{ section }] = useQueryParams()
  const name = names.find((each) => each === section)
  return name !== undefined && can(sections[name].tag) ? sections[name].Section : null
}

/** Links to the sections that the reader may see. */
export const UserTabs = () => {
  const t = useText('users')
  const can = useCan()
  const to = usePath()
  const current = useUserSection()
  const shown = names.filter((name) => can(sections[name].tag))
  return (
    <ViewLinks
      label={t('sections.label')}
      views={[
        { to, name: t('sections.overview'), isCurrent: current === null },
        ...shown.map((name) => ({
          to,
          search: { section: name },
          name: t(`sections.${name}`),
          isCurrent: current === sections[name].Section,
        })),
      ]}
    />
  )
}
