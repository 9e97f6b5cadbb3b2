import { useText } from '../../kernel/i18n.tsx'
import { ButtonLink } from '../button.tsx'
import { cx } from '../cx.ts'
import { LinkMenu, type MenuLink } from '../link-menu.tsx'

/**
 * The links of a list for its `primary`: one button and the others beside it. A phone has the button first and the others
 * in a menu; without the button it shows them.
 */
export const ListActions = ({ main, others }: { main: MenuLink | null; others: readonly MenuLink[] }) => {
  const t = useText('lists')
  return (
    <div className="flex flex-wrap justify-end gap-2">
      <div className={cx('flex flex-wrap gap-2', main && 'max-md:hidden')}>
        {others.map(({ to, icon, text }) => (
          <ButtonLink key={to} to={to} icon={icon}>
            {text}
          </ButtonLink>
        ))}
      </div>
      {main && (
        <ButtonLink to={main.to} variant="primary" icon={main.icon}>
          {main.text}
        </ButtonLink>
      )}
      {main && others.length > 0 && (
        <div className="md:hidden">
          <LinkMenu label={t('others')} links={others} />
        </div>
      )}
    </div>
  )
}
