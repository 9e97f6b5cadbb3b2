import { useText } from '../kernel/i18n.tsx'
import { Status } from '../ui/status.tsx'

/** Whether a company is open; closed above counts too (domain §14). */
export const CompanyStatus = ({
  active,
  closedAbove = false,
  variant = 'pill',
}: {
  active: boolean
  closedAbove?: boolean
  variant?: 'pill' | 'plain'
}) => {
  const t = useText('companies')
  const state = !active ? 'closed' : closedAbove ? 'closedAbove' : 'open'
  const tone = { open: 'good', closed: 'neutral', closedAbove: 'warn' } as const
  return (
    <Status tone={tone[state]} variant={variant}>
      {t(`status.${state}`)}
    </Status>
  )
}
