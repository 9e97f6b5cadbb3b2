import { listMailTextChanges } from '@cardamom/contract/notifications/mail-texts'
import { useText } from '../kernel/i18n.tsx'
import { useCan } from '../kernel/permissions.ts'
import { useCall } from '../kernel/query.ts'
import { Button } from '../ui/button.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { DateText } from '../ui/money.tsx'
import { Panel } from '../ui/panel.tsx'
import type { MailContent as Content, MailTextItem } from './mail-text-item.ts'

/** Earlier texts of a mail. A revert fills the form; it is saved like any change. */
export const MailTextHistory = ({
  item: { kind, lang },
  revert,
}: {
  item: MailTextItem
  /** Null: the built-in text. */
  revert: (content: Content | null) => void
}) => {
  const t = useText('mailTexts')
  const mayChange = useCan()('settings.email') === true
  const found = useCall(listMailTextChanges, { params: { kind, lang } })
  return (
    <Panel title={t('history.title')}>
      <Loaded reads={{ found }} failed={t('history.failed')}>
        {({ found: { items } }) =>
          items.length === 0 ? (
            <p className="pb-2 text-mute">{t('history.empty')}</p>
          ) : (
            <ul>
              {items.map(({ id, before, after, reason, at, by }) => (
                <li
                  key={id}
                  className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 border-t border-line2 py-2.5 first:border-t-0"
                >
                  <div className="min-w-0 wrap-anywhere">
                    <p>
                      {t('history.change', {
                        before: before?.subject ?? t('history.builtIn'),
                        after: after?.subject ?? t('history.builtIn'),
                      })}
                    </p>
                    <p className="text-base text-mute md:text-sm">{after?.body}</p>
                    <p className="text-base text-mute md:text-sm">
                      {by ?? t('history.unnamed')} · <DateText value={at} variant="dayTime" />
                    </p>
                    <p className="text-base text-mute md:text-sm">{t('history.why', { reason })}</p>
                  </div>
                  {mayChange && (
                    <Button
                      aria-label={t('history.revertTo', { subject: before?.subject ?? t('history.builtIn') })}
                      onClick={() => {
                        revert(before)
                        scrollTo({ top: 0 })
                      }}
                    >
                      {t('history.revert')}
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Panel>
  )
}
