import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import { useConfig } from '../kernel/branding.ts'

/** Opens a transaction at the explorer of its network; nothing where the operator has set none. */
export const ExplorerLink = ({
  network,
  txId,
  children,
}: {
  network: string
  txId: string
  children: ReactNode
}) => {
  const link = useConfig()?.explorerLinks?.find((each) => each.network === network)?.link
  if (!link?.startsWith('https://')) return null
  return (
    <a
      href={link.replace('{tx}', encodeURIComponent(txId))}
      target="_blank"
      rel="noopener noreferrer"
      className="inline-flex min-h-11 items-center gap-1.5 font-medium text-brand-text underline underline-offset-4 md:min-h-0"
    >
      {children}
      <ExternalLink aria-hidden size={16} className="shrink-0" />
    </a>
  )
}
