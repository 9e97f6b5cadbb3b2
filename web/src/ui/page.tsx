import { ArrowLeft, X } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { useText } from '../kernel/i18n.tsx'
import { Link } from '../kernel/link.tsx'
import { useTitle } from '../kernel/title.ts'
import { cx } from './cx.ts'
import { Count } from './status.tsx'

type PageHeaderProps = {
  title: string
  /** Title of the browser tab, when the page's title has an amount or a name that should not appear there. */
  tabTitle?: string
  /** Path of the back arrow (or of the cross, with `close`). Absent on pages that the tab bar opens. */
  back?: string
  close?: boolean
  /** The desktop's side bar links to this page, so it has no back arrow there. */
  isNavItem?: boolean
  /** A status pill. */
  status?: ReactNode
  /** Number of entries on the page; shown after the title's last word. */
  count?: string | undefined
  /** One line of facts below the title, separated by middle dots. */
  facts?: readonly ReactNode[]
  /** Buttons at the right, primary last. On a phone they are in the header, as icons only. */
  actions?: ReactNode
}

const BackLink = ({ to, close, isNavItem }: { to: string; close: boolean; isNavItem: boolean }) => {
  const t = useText('ui')
  const Icon = close ? X : ArrowLeft
  return (
    <Link
      to={to}
      className={cx(
        '-ml-3 inline-flex size-11 shrink-0 items-center justify-center rounded-lg hover:bg-fill',
        'md:size-9',
        isNavItem && 'md:in-[[data-titles]]:hidden',
      )}
    >
      <Icon aria-hidden size={24} className="md:size-5" />
      <span className="sr-only">{close ? t('close') : t('back')}</span>
    </Link>
  )
}

/**
 * Classes for a title in the bar above the page, where the frame has one (`data-titles`): a cardholder's
 * pages on a desktop. The title starts at the left edge of the page's content, which is centred and at most
 * 70 rem wide.
 */
const inBar =
  'md:in-[[data-titles]]:absolute md:in-[[data-titles]]:top-0 md:in-[[data-titles]]:right-44 ' +
  'md:in-[[data-titles]]:left-[calc(max(0px,50%-35rem)+2rem)] md:in-[[data-titles]]:h-14'

/** The title of a page that has no header of its own on a phone. */
export const BarTitle = ({ children }: { children: string }) => {
  useTitle(children)
  return (
    <h1 className={cx('font-semibold max-md:sr-only md:flex md:items-center md:text-lg', inBar)}>
      {children}
    </h1>
  )
}

/**
 * The header of every page: title, back link, state and actions. It also sets the title of the browser tab.
 */
export const PageHeader = ({
  title,
  tabTitle,
  back,
  close = false,
  isNavItem = false,
  status,
  count,
  facts,
  actions,
}: PageHeaderProps) => {
  useTitle(tabTitle ?? title)
  return (
    <header className={cx('pb-2 md:pb-4', facts === undefined && 'md:in-[[data-titles]]:pb-0')}>
      <div className={cx('flex min-h-16 items-center gap-1 md:min-h-10 md:flex-wrap md:gap-2', inBar)}>
        {back !== undefined && <BackLink to={back} close={close} isNavItem={isNavItem} />}
        {/* Actions that leave too little room for the longest word of the title are below it. */}
        <div className="flex min-w-0 grow flex-wrap items-center justify-between gap-x-3 gap-y-1 md:min-w-min md:basis-0 md:justify-start">
          <div className="min-w-0 break-words">
            <h1
              className={cx(
                'inline font-semibold md:text-lg',
                back === undefined ? 'text-2xl' : 'text-[1.125rem] leading-[1.334]',
              )}
            >
              {title}
            </h1>
            {count !== undefined && (
              <span className="ml-2 inline-flex -translate-y-1.5 align-middle md:-translate-y-0.5">
                <Count>{count}</Count>
              </span>
            )}
          </div>
          {status}
        </div>
        {actions !== undefined && (
          <div className="-mr-1 flex shrink-0 items-center gap-1 md:mr-0 md:max-w-full md:flex-wrap md:gap-2">
            {actions}
          </div>
        )}
      </div>
      {facts !== undefined && (
        <p className="text-base text-mute md:text-sm">
          {facts.map((fact, at) => (
            <Fragment key={at}>
              {at > 0 && <span aria-hidden> · </span>}
              {fact}
            </Fragment>
          ))}
        </p>
      )}
    </header>
  )
}
