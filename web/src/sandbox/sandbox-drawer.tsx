import { Loaded } from '../ui/loaded.tsx'
import {
  advanceClock,
  readOutages,
  readSandbox,
  sandboxServices,
  setOutage,
} from '@cardamom/contract/sandbox'
import { ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { useDates } from '../kernel/dates.tsx'
import { useText } from '../kernel/i18n.tsx'
import { useAction, useCall } from '../kernel/query.ts'
import { useGo } from '../kernel/router.tsx'
import { toastSuccess } from '../kernel/toasts.ts'
import { Button } from '../ui/button.tsx'
import { Drawer } from '../ui/dialog.tsx'
import { SkeletonRows } from '../ui/skeleton.tsx'
import { Switch } from '../ui/toggles.tsx'
import { Buttons, Kyc, Loads, Part, readAgain, Swipes } from './person-controls.tsx'
import { useCan } from '../kernel/permissions.ts'
import { storedUser } from '../kernel/storage.ts'
import { TreasuryControls } from './treasury-controls.tsx'

const Time = ({ now, aheadMs }: { now: string; aheadMs: number }) => {
  const t = useText('sandbox')
  const date = useDates()
  const advance = useAction(advanceClock, {
    onDone: (advanced) => {
      toastSuccess(t('time.moved', { now: date(advanced.now, 'dayTime') }))
      readAgain()
    },
  })
  const [pressed, setPressed] = useState<string | null>(null)
  const steps = [
    ['hour', { hours: 1 }],
    ['day', { hours: 24, business: true }],
    ['threeDays', { hours: 72, business: true }],
  ] as const
  return (
    <Part title={t('time.title')}>
      <p className="pb-3 text-mute md:text-base">
        {t('time.now', { now: date(now, 'dayTime') })} {aheadMs > 60_000 && t('time.ahead')}
      </p>
      <Buttons>
        {steps.map(([name, input]) => (
          <Button
            key={name}
            size="small"
            disabled={advance.isPending}
            busy={advance.isPending && pressed === name}
            onClick={() => {
              setPressed(name)
              advance.mutate({ input })
            }}
          >
            {t(`time.${name}`)}
          </Button>
        ))}
      </Buttons>
    </Part>
  )
}

const Outages = () => {
  const t = useText('sandbox')
  const outages = useCall(readOutages, {})
  const set = useAction(setOutage, { changes: [readOutages] })
  const switchOf = (service: (typeof sandboxServices)[number], isDown: boolean) => (
    <Switch
      key={service}
      checked={!isDown}
      disabled={set.isPending}
      onChange={({ target }) => set.mutate({ input: { service, down: !target.checked } })}
      hint={t(isDown ? 'outages.down' : 'outages.up')}
    >
      {t(`outages.${service}`)}
    </Switch>
  )
  return (
    <Part title={t('outages.title')}>
      <p className="pb-2 text-mute md:text-base">{t('outages.lead')}</p>
      <Loaded reads={{ outages }} waiting={<SkeletonRows rows={3} />} failed={t('failed')}>
        {({ outages: { down } }) =>
          sandboxServices.map((service) => switchOf(service, down.includes(service)))
        }
      </Loaded>
    </Part>
  )
}

const Links = ({
  links,
}: {
  links: readonly (readonly ['mailbox' | 'phone' | 'shop' | 'wallet', string | null])[]
}) => {
  const t = useText('sandbox')
  return (
    <Part title={t('links.title')}>
      <ul className="flex flex-col">
        {links.map(
          ([name, href]) =>
            href !== null && (
              <li key={name}>
                <a
                  href={href}
                  target="_blank"
                  rel="noreferrer"
                  className="inline-flex min-h-11 items-center gap-2 font-medium text-brand-text hover:underline md:min-h-9 md:text-base"
                >
                  <ExternalLink aria-hidden size={16} />
                  {t(`links.${name}`)}
                </a>
              </li>
            ),
        )}
      </ul>
    </Part>
  )
}

/** The sandbox controls, which every page has: all events that a user can cause (ux §2). */
export const SandboxDrawer = ({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) => {
  const t = useText('sandbox')
  const sandbox = useCall(readSandbox, {}, { staleMs: 0 })
  const user = storedUser()
  const can = useCan()
  const go = useGo()
  const leaveTo = (path: string) => {
    onClose()
    go(path)
  }
  const isCardholder = user !== null && [2, 7, 8].includes(user.role_id)
  return (
    <Drawer open={isOpen} onClose={onClose} title={t('title')}>
      <p className="pb-4 text-mute md:text-base">{t('lead')}</p>
      <Loaded reads={{ sandbox }} waiting={<SkeletonRows rows={4} />} failed={t('failed')}>
        {({ sandbox: data }) => (
          <>
            <Time now={data.now} aheadMs={data.aheadMs} />
            {isCardholder ? (
              <>
                <Loads onLeave={leaveTo} />
                <Kyc onLeave={leaveTo} />
                <Swipes />
              </>
            ) : (
              user === null && <p className="pb-4 text-mute md:text-base">{t('signIn')}</p>
            )}
            {user !== null && can('treasury.move') === true && <TreasuryControls />}
            <Outages />
            <Links
              links={[
                ['mailbox', data.mailboxUrl],
                ['phone', data.phoneUrl],
                ['shop', data.shopUrl],
                ['wallet', data.walletUrl],
              ]}
            />
          </>
        )}
      </Loaded>
    </Drawer>
  )
}
