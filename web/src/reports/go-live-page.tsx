import { readGoLive, type goLiveItems } from '@cardamom/contract/reports'
import { useDates } from '../kernel/dates.tsx'
import { useText } from '../kernel/i18n.tsx'
import { useCall } from '../kernel/query.ts'
import { TextLink } from '../ui/button.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { NoteBox } from '../ui/note-box.tsx'
import { PageHeader } from '../ui/page.tsx'
import { Panel } from '../ui/panel.tsx'
import { Status } from '../ui/status.tsx'

/** Where an open item is done; the others are settings of the server. */
const pageOf: Readonly<Partial<Record<(typeof goLiveItems)[number], string>>> = {
  providerTests: '/admin/settings/gateway',
  calendar: '/admin/settings/general',
  superAdmins: '/admin/admins',
}

/** What is still to be done before real money goes through the product: `/admin/go-live`. */
export const GoLivePage = () => {
  const t = useText('adminHome')
  const date = useDates()
  const state = useCall(readGoLive, {})
  return (
    <>
      <PageHeader title={t('goLive.title')} back="/admin" />
      <Loaded reads={{ state }} failed={t('failed')}>
        {({ state: { open, items } }) => (
          <div className="grid gap-4 md:max-w-180">
            <NoteBox
              tone={open === 0 ? 'good' : 'bad'}
              title={open === 0 ? t('goLive.ready') : t('goLive.open', { count: open })}
            >
              {t('goLive.lead')}
            </NoteBox>
            <Panel flush>
              <ul className="*:not-last:border-b *:not-last:border-line2">
                {items.map(({ item, isDone, at }) => {
                  const to = pageOf[item]
                  const name = t(`goLive.names.${item}`)
                  return (
                    <li key={item} className="px-5 py-3 md:px-4">
                      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
                        {isDone || to === undefined ? (
                          <span className="min-w-0 grow basis-40 font-medium wrap-anywhere">{name}</span>
                        ) : (
                          // A name of two lines does not reach into its hint.
                          <span className="flex min-w-0 grow basis-40 wrap-anywhere max-md:py-2.5">
                            <TextLink to={to}>{name}</TextLink>
                          </span>
                        )}
                        <Status tone={isDone ? 'good' : 'bad'}>
                          {t(isDone ? 'goLive.done' : 'goLive.todo')}
                        </Status>
                      </div>
                      {isDone && at !== null && (
                        <p className="text-base text-mute md:text-sm">
                          {t('goLive.doneAt', { at: date(at, 'dayTime') })}
                        </p>
                      )}
                      {!isDone && (
                        <p className="text-base text-mute wrap-anywhere md:text-sm">
                          {t(`goLive.hints.${item}`)}
                        </p>
                      )}
                    </li>
                  )
                })}
              </ul>
            </Panel>
          </div>
        )}
      </Loaded>
    </>
  )
}
