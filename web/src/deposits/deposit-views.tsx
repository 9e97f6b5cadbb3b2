import { useText } from '../kernel/i18n.tsx'
import { useGo } from '../kernel/router.tsx'
import { Segmented } from '../ui/choice.tsx'

export const depositsPath = '/admin/wallets/deposits'

/** Chooses between the deposits of wallets and the payments in crypto for them. */
export const DepositViews = ({ view }: { view: 'deposits' | 'crypto' }) => {
  const t = useText('topUps')
  const go = useGo()
  return (
    <div className="flex">
      <Segmented
        label={t('view.label')}
        name="deposits-view"
        value={view}
        segments={[
          { value: 'deposits', label: t('view.deposits') },
          { value: 'crypto', label: t('view.crypto') },
        ]}
        onChange={(next) => go(depositsPath, next === 'crypto' ? { search: { coins: 'all' } } : {})}
      />
    </div>
  )
}
