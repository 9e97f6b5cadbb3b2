import { RotateCw, TriangleAlert } from 'lucide-react'
import { useText } from '../kernel/i18n.tsx'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'

/** A page broke: says so, keeps the frame, and gives support something to look for. */
export const FailedPage = ({ error }: { error: unknown }) => {
  const t = useText('shell')
  return (
    <div role="alert" className="flex min-h-[60dvh] items-center justify-center">
      <EmptyState
        icon={TriangleAlert}
        title={t('failed.title')}
        titleAs="h1"
        action={
          <Button variant="primary" icon={RotateCw} onClick={() => location.reload()}>
            {t('failed.reload')}
          </Button>
        }
      >
        <p>{t('failed.body')}</p>
        <p className="mt-3 font-mono text-xs break-all">
          {t('failed.details')}: {error instanceof Error ? error.message : String(error)}
        </p>
      </EmptyState>
    </div>
  )
}
