import { Ban, LogIn, SearchX, type LucideIcon } from 'lucide-react'
import { useText } from '../kernel/i18n.tsx'
import { useTitle } from '../kernel/title.ts'
import { cx } from '../ui/cx.ts'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'

export type NotFoundReason = 'signed-out' | 'no-permission' | 'gone'

const icons: Record<NotFoundReason, LucideIcon> = { 'signed-out': LogIn, 'no-permission': Ban, gone: SearchX }

/** Says that there is nothing at this address, with one of three reasons (ux §1). */
export const NotFoundPage = ({ reason }: { reason: NotFoundReason }) => {
  const t = useText('shell')
  const name = ({ 'signed-out': 'signedOut', 'no-permission': 'noPermission', gone: 'gone' } as const)[reason]
  const title = t(`notFound.${name}Title`)
  useTitle(title)
  return (
    <div
      className={cx(
        'flex items-center justify-center',
        reason === 'signed-out' ? 'max-md:pt-16' : 'min-h-[60dvh]',
      )}
    >
      <EmptyState
        icon={icons[reason]}
        title={title}
        titleAs="h1"
        action={
          <ButtonLink to="/" variant="primary">
            {reason === 'signed-out' ? t('nav.logIn') : t('notFound.home')}
          </ButtonLink>
        }
      >
        {t(`notFound.${name}Body`)}
      </EmptyState>
    </div>
  )
}
