import { deliverWireInSandbox, sendToVenueInSandbox } from '@cardamom/contract/sandbox'
import { readTreasuryChoices } from '@cardamom/contract/treasury/treasury-operations'
import { useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { useAction, useCall } from '../kernel/query.ts'
import { toastSuccess } from '../kernel/toasts.ts'
import { Button } from '../ui/button.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { SkeletonRows } from '../ui/skeleton.tsx'
import { Buttons, Part, readAgain } from './person-controls.tsx'

/** What the owner of the treasury wallet and the bank do: coins go to the venue, wires arrive at the card issuer. */
export const TreasuryControls = () => {
  const t = useText('sandbox')
  const choices = useCall(readTreasuryChoices, {}, { live: ['treasury.recorded', 'issuer.funded'] })
  const send = useAction(sendToVenueInSandbox, {
    onDone: ({ amount, asset }) => {
      toastSuccess(t('treasury.sent', { amount, asset }))
      readAgain()
    },
  })
  const deliver = useAction(deliverWireInSandbox, {
    onDone: () => {
      toastSuccess(t('treasury.delivered'))
      readAgain()
    },
  })
  return (
    <Part title={t('treasury.title')}>
      <p className="pb-3 text-mute md:text-base">{t('treasury.lead')}</p>
      <Loaded reads={{ choices }} waiting={<SkeletonRows rows={2} />} failed={t('failed')}>
        {({ choices: { assets, fundings } }) => (
          <>
            <Buttons>
              {assets
                .filter(({ holding }) => holding === 'venue')
                .map(({ symbol }) => (
                  <Button
                    key={symbol}
                    size="small"
                    variant="soft"
                    disabled={send.isPending}
                    onClick={() => send.mutate({ input: { asset: symbol } })}
                  >
                    {t('treasury.send', { asset: symbol })}
                  </Button>
                ))}
            </Buttons>
            {fundings.map(({ id, amount, reference }) => (
              <div key={id} className="pt-3">
                <p className="pb-2 wrap-anywhere md:text-base">
                  {t('treasury.wire', { amount: moneyText(amount), reference })}
                </p>
                <Button
                  size="small"
                  variant="soft"
                  disabled={deliver.isPending}
                  aria-label={t('treasury.deliverOf', { reference })}
                  onClick={() => deliver.mutate({ params: { id } })}
                >
                  {t('treasury.deliver')}
                </Button>
              </div>
            ))}
            {fundings.length === 0 && <p className="pt-3 text-mute md:text-base">{t('treasury.noWire')}</p>}
          </>
        )}
      </Loaded>
    </Part>
  )
}
