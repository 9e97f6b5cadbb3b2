import { isOwnBranding, useBranding } from '../kernel/branding.ts'
import { Link } from '../kernel/link.tsx'
import { BrandMark } from '../ui/brand-mark.tsx'
import { headerText } from './frame-parts.tsx'

/** Mark and name of this host's company, as a link to the home page. */
export const CompanyBrand = ({ size = 28 }: { size?: number }) => {
  const branding = useBranding()
  return (
    <Link
      to="/"
      className={`inline-flex h-11 max-w-full min-w-0 items-center gap-2.5 rounded-lg font-semibold md:h-9 ${headerText}`}
    >
      <BrandMark
        logoUrl={branding.logoUrl}
        name={branding.name}
        isOwn={isOwnBranding(branding)}
        size={size}
      />
      <span className="truncate">{branding.name}</span>
    </Link>
  )
}
