import { useId, useState } from 'react'
import { preloadText, useText } from '../../kernel/i18n.tsx'
import { Row, Rows } from '../../ui/list-row.tsx'
import { DeviceStep } from './device-step.tsx'
import { MagicLinkStep } from './magic-link-step.tsx'
import { wayIcon, waysOf, type StepProps, type Way } from './proof-task.ts'
import { ProviderPageStep, type ProviderPage } from './provider-page-step.tsx'
import { OwnCodeStep, ProviderCodeStep } from './sent-code-step.tsx'
import { PasswordStep, RecoveryCodeStep, TotpStep } from './typed-steps.tsx'

preloadText('authClient')

const names = {
  passkey: 'passkey',
  security_key: 'securityKey',
  totp: 'totp',
  email_otp: 'emailOtp',
  sms: 'sms',
  magic_link: 'magicLink',
  code: 'emailOtp',
  password: 'password',
  recovery_code: 'recoveryCode',
  provider_page: 'providerPage',
} as const satisfies Record<Way, string>

/** Name of a method in the reader's language. */
export const useWayName = (): ((way: Way) => string) => {
  const t = useText('stepUp')
  return (way) => t(`${names[way]}.name`)
}

const WayStep = ({ way, page, ...step }: StepProps & { way: Way; page: ProviderPage | undefined }) => {
  if (way === 'provider_page' && page) return <ProviderPageStep {...step} {...page} />
  if (way === 'passkey') return <DeviceStep {...step} kind="passkey" />
  if (way === 'security_key') return <DeviceStep {...step} kind="securityKey" />
  if (way === 'totp') return <TotpStep {...step} />
  if (way === 'email_otp') return <ProviderCodeStep {...step} channel="email" />
  if (way === 'sms') return <ProviderCodeStep {...step} channel="sms" />
  if (way === 'magic_link') return <MagicLinkStep {...step} />
  if (way === 'code') return <OwnCodeStep {...step} />
  return way === 'password' ? <PasswordStep {...step} /> : <RecoveryCodeStep {...step} />
}

/**
 * Lets a person prove themselves by one method of a task: the best first, the others by one press. Used by
 * the login, by the dialog over a page and by the lock screen.
 */
export const ProofPanel = ({ task, handIn, page }: StepProps & { page?: ProviderPage }) => {
  const t = useText('stepUp')
  const nameOf = useWayName()
  const othersId = useId()
  // The heading is below the title of a page, or of the dialog over a page.
  const Heading = page?.mode === 'window' ? 'h3' : 'h2'
  const ways = waysOf(task, page !== undefined)
  const [chosen, setChosen] = useState<Way | null>(null)
  const way = chosen !== null && ways.includes(chosen) ? chosen : ways[0]
  if (way === undefined) return null
  const others = ways.filter((each) => each !== way)
  return (
    <div className="flex flex-col gap-6">
      <WayStep key={`${task.token ?? ''}${way}`} way={way} task={task} handIn={handIn} page={page} />
      {others.length > 0 && (
        <section aria-labelledby={othersId} className="flex flex-col gap-2">
          <Heading id={othersId} className="text-base font-medium text-mute md:text-sm">
            {t('others')}
          </Heading>
          <Rows>
            {others.map((each) => (
              <Row key={each} icon={wayIcon(each)} title={nameOf(each)} onPress={() => setChosen(each)} />
            ))}
          </Rows>
        </section>
      )}
    </div>
  )
}
