import { listCards } from '@cardamom/contract/cards'
import { getKyc, refreshKyc } from '@cardamom/contract/kyc'
import { listLoads } from '@cardamom/contract/loads'
import {
  decideKycInSandbox,
  payInSandbox,
  sandboxDecisions,
  sandboxSwipes,
  swipeInSandbox,
} from '@cardamom/contract/sandbox'
import { useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { queryClient, useAction, useCall } from '../kernel/query.ts'
import { toastSuccess } from '../kernel/toasts.ts'
import { Button } from '../ui/button.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { SkeletonRows } from '../ui/skeleton.tsx'
import type { ReactNode } from 'react'

/** One group of controls. */
export const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="border-t border-line2 py-4 first:border-t-0 first:pt-0">
    <h3 className="pb-2 font-semibold">{title}</h3>
    {children}
  </section>
)

export const Buttons = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap gap-2">{children}</div>
)

/** Any page may show what a control changed, so all data is read again. */
export const readAgain = () => void queryClient.invalidateQueries()

const payments = ['exact', 'less', 'more'] as const

/** Real transfers of the demo wallet to the person's open quotes. */
export const Loads = ({ onLeave }: { onLeave: (path: string) => void }) => {
  const t = useText('sandbox')
  const { data } = useCall(listLoads, { input: { open: 'true' } }, { live: ['load.'] })
  const pay = useAction(payInSandbox, {
    onDone: ({ amount, asset }) => {
      toastSuccess(t('payment.sent', { amount, asset }))
      readAgain()
    },
  })
  const quoted = data?.items.filter(({ status }) => status === 'quoted') ?? []
  return (
    <Part title={t('payment.title')}>
      {data && quoted.length === 0 && (
        <>
          <p className="pb-3 text-mute md:text-base">{t('payment.none')}</p>
          <Button size="small" onClick={() => onLeave('/load')}>
            {t('payment.start')}
          </Button>
        </>
      )}
      {quoted.map(({ id, ref, gross }) => (
        <div key={id} className="pb-3">
          <p className="num pb-2 md:text-base">{t('payment.open', { ref, amount: moneyText(gross) })}</p>
          <Buttons>
            {payments.map((payment) => (
              <Button
                key={payment}
                size="small"
                variant="soft"
                disabled={pay.isPending}
                onClick={() => pay.mutate({ params: { id }, input: { payment } })}
              >
                {t(`payment.${payment}`)}
              </Button>
            ))}
          </Buttons>
        </div>
      ))}
    </Part>
  )
}

/** What the embedded verification service decides of the person's check. */
export const Kyc = ({ onLeave }: { onLeave: (path: string) => void }) => {
  const t = useText('sandbox')
  const { data: kyc } = useCall(getKyc, {}, { live: ['kyc.'] })
  const refresh = useAction(refreshKyc, { errors: 'none', onDone: readAgain })
  const decide = useAction(decideKycInSandbox, {
    onDone: () => {
      toastSuccess(t('kyc.decided'))
      refresh.mutate({})
    },
  })
  if (!kyc || kyc.isVerified) return null
  const isOpen = ['continue', 'retake', 'wait'].includes(kyc.nextAction)
  return (
    <Part title={t('kyc.title')}>
      {isOpen ? (
        <Buttons>
          {sandboxDecisions.map((decision) => (
            <Button
              key={decision}
              size="small"
              variant="soft"
              disabled={decide.isPending || refresh.isPending}
              onClick={() => decide.mutate({ input: { decision } })}
            >
              {t(`kyc.${decision}`)}
            </Button>
          ))}
        </Buttons>
      ) : (
        <>
          <p className="pb-3 text-mute md:text-base">{t('kyc.none')}</p>
          <Button size="small" onClick={() => onLeave('/kyc')}>
            {t('kyc.start')}
          </Button>
        </>
      )}
    </Part>
  )
}

/** Payments with the person's card at shops that do not exist. */
export const Swipes = () => {
  const t = useText('sandbox')
  const cards = useCall(listCards, { input: { limit: 50 } }, { live: ['card.'] })
  const swipe = useAction(swipeInSandbox, {
    onDone: ({ merchant, amount, currency }) => {
      toastSuccess(t('swipe.done', { merchant, amount, currency }))
      readAgain()
    },
  })
  const buttonsOf = ({ id }: { id: string }) => (
    <Buttons>
      {sandboxSwipes.map((name) => (
        <Button
          key={name}
          size="small"
          variant="soft"
          disabled={swipe.isPending}
          onClick={() => swipe.mutate({ params: { id }, input: { swipe: name } })}
        >
          {t(`swipe.${name}`)}
        </Button>
      ))}
    </Buttons>
  )
  return (
    <Part title={t('swipe.title')}>
      <Loaded reads={{ cards }} waiting={<SkeletonRows rows={1} />} failed={t('failed')}>
        {({ cards: { items } }) => {
          const card = items.find(({ status }) => status === 'activated')
          return card ? buttonsOf(card) : <p className="text-mute md:text-base">{t('swipe.none')}</p>
        }}
      </Loaded>
    </Part>
  )
}
