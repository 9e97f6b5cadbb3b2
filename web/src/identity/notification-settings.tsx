import type { WireOf } from '@cardamom/contract/endpoint'
import { getNotificationSettings, updateNotificationSettings } from '@cardamom/contract/notifications'
import { useState } from 'react'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { useAction, useCall } from '../kernel/query.ts'
import { toastError } from '../kernel/toasts.ts'
import { Panel } from '../ui/panel.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { SkeletonRows } from '../ui/skeleton.tsx'
import { BareSwitch } from '../ui/toggles.tsx'

preloadText('notifications')

type Settings = WireOf<typeof getNotificationSettings>
type TopicRow = Settings['topics'][number]
const channels = ['inApp', 'email'] as const
type Channel = (typeof channels)[number]

const cell = 'border-t border-line2 align-middle'
/** There is little room for larger letters next to the text. */
const smallWord = 'text-[length:min(0.8125rem,max(13px,4.2vw))] leading-[1.4] text-mute'
const wordCell = `${cell} py-2.5 pr-3 text-left font-normal`

/** A switch that shows the choice while the answer is under way. */
const ChannelSwitch = ({ row, channel }: { row: TopicRow; channel: Channel }) => {
  const t = useText('notifications')
  const [wanted, setWanted] = useState<boolean | null>(null)
  const save = useAction(updateNotificationSettings, { changes: [getNotificationSettings], errors: 'none' })
  const change = (next: boolean) => {
    setWanted(next)
    save.mutate(
      { input: { topic: row.topic, [channel]: next } },
      { onSettled: () => setWanted(null), onError: () => toastError(t('channels.notSaved')) },
    )
  }
  const topic = t(`channels.topics.${row.topic}.title`)
  return (
    <label className="inline-flex min-h-11 min-w-11 cursor-pointer items-center justify-center">
      <BareSwitch
        aria-label={t('channels.switch', { topic, channel: t(`channels.${channel}`) })}
        checked={wanted ?? row[channel]}
        onChange={(event) => change(event.target.checked)}
      />
    </label>
  )
}

const Label = ({ title, hint }: { title: string; hint: string }) => (
  <>
    <span className="block font-medium">{title}</span>
    <span className="block text-base text-mute md:text-sm">{hint}</span>
  </>
)

const Table = ({ topics }: Settings) => {
  const t = useText('notifications')
  return (
    <table className="w-full border-collapse md:text-base">
      <thead>
        <tr className={smallWord}>
          <th scope="col" className="text-left font-normal">
            <span className="sr-only">{t('channels.topic')}</span>
          </th>
          {channels.map((channel) => (
            <th key={channel} scope="col" className="w-18 pb-2 text-center align-bottom font-normal">
              {t(`channels.${channel}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {topics.map((row) => (
          <tr key={row.topic}>
            <th scope="row" className={wordCell}>
              <Label
                title={t(`channels.topics.${row.topic}.title`)}
                hint={t(`channels.topics.${row.topic}.hint`)}
              />
            </th>
            {channels.map((channel) => (
              <td key={channel} className={`${cell} text-center`}>
                <ChannelSwitch row={row} channel={channel} />
              </td>
            ))}
          </tr>
        ))}
        <tr>
          <th scope="row" className={wordCell}>
            <Label title={t('channels.security.title')} hint={t('channels.security.hint')} />
          </th>
          <td className={`${cell} text-center text-mute`}>
            <span aria-hidden>–</span>
            <span className="sr-only">{t('channels.never')}</span>
          </td>
          <td className={`${cell} ${smallWord} text-center`}>{t('channels.always')}</td>
        </tr>
      </tbody>
    </table>
  )
}

/** Topics and channels of the person's notifications; each switch is saved at once. */
export const NotificationSettings = () => {
  const t = useText('notifications')
  const settings = useCall(getNotificationSettings, {})
  return (
    <Panel title={t('channels.title')}>
      <p className="pb-3 text-base text-mute md:text-sm">{t('channels.lead')}</p>
      <Loaded reads={{ settings }} waiting={<SkeletonRows rows={6} />} failed={t('channels.failed')}>
        {({ settings: { topics } }) => <Table topics={topics} />}
      </Loaded>
    </Panel>
  )
}
