import { useText } from '../kernel/i18n.tsx'
import { Status } from '../ui/status.tsx'

/** Whether a plan or a type can be chosen: archived ones cannot. */
export const CatalogueState = ({
  archived,
  offered = true,
  variant = 'pill',
}: {
  archived: boolean
  offered?: boolean
  variant?: 'pill' | 'plain'
}) => {
  const t = useText('catalogue')
  const state = archived ? 'archived' : offered ? 'current' : 'announced'
  const tone = { archived: 'neutral', current: 'good', announced: 'info' } as const
  return (
    <Status tone={tone[state]} variant={variant}>
      {t(`state.${state}`)}
    </Status>
  )
}
