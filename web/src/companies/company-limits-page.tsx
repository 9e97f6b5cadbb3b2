import { CompanyLimitsPanel } from '../ui/limits/company-limits-panel.tsx'
import { preloadText } from '../kernel/i18n.tsx'
import { CompanyFrame } from './company-frame.tsx'

preloadText('companies')
preloadText('payinLimits')

/** Limits that count for a company, used and left today: `/admin/companies/:id/settings/limits`. */
export const CompanyLimitsPage = () => (
  <CompanyFrame>{({ id }) => <CompanyLimitsPanel companyId={id} />}</CompanyFrame>
)
