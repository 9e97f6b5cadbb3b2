import type { WireOf } from '@cardamom/contract/endpoint'
import {
  readBackCardAdjustment,
  readCardAdjustmentCall,
} from '@cardamom/contract/wallets/card-adjustment-calls'
import { listWalletAdjustments } from '@cardamom/contract/wallets/wallet-adjustments'
import { RefreshCw } from 'lucide-react'
import { useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { useAction, useCall } from '../kernel/query.ts'
import { ofMachines } from '../kernel/read-again.ts'
import { toastSuccess } from '../kernel/toasts.ts'
import { Button } from '../ui/button.tsx'
import { KvRow, KvRows } from '../ui/kv-rows.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { DateText } from '../ui/money.tsx'
import { NoteBox } from '../ui/note-box.tsx'
import { SectionTitle } from '../ui/panel.tsx'

type Call = WireOf<typeof readCardAdjustmentCall>
type Props = { readonly id: string; readonly reference: string }

const changes = [readCardAdjustmentCall, listWalletAdjustments]

const Facts = ({ call }: { call: Call }) => {
  const t = useText('walletAdjustments')
  const times = [
    [t('call.sentAt'), call.sentAt],
    [t('call.absentSince'), call.absentSince],
    [t('call.nextAt'), call.nextAt],
  ] as const
  return (
    <KvRows>
      <KvRow name={t('call.state')}>{t(`call.states.${call.state}`)}</KvRow>
      <KvRow name={t('call.attempts')}>{t('call.times', { count: call.attempts })}</KvRow>
      {times.map(
        ([name, at]) =>
          at !== null && (
            <KvRow key={name} name={name}>
              <DateText value={at} variant="dayTime" />
            </KvRow>
          ),
      )}
    </KvRows>
  )
}

const Unexplained = ({ rows }: Pick<Call, 'rows'>) => {
  const t = useText('walletAdjustments')
  if (rows.length === 0) return null
  return (
    <div>
      <p className="pb-1 text-base font-medium md:text-sm">{t('call.rows')}</p>
      <KvRows>
        {rows.map(({ id, type, amount }) => (
          <KvRow key={id} name={<span className="num wrap-anywhere">{id}</span>} below={type}>
            {moneyText(amount)}
          </KvRow>
        ))}
      </KvRows>
    </div>
  )
}

/**
 * The call at the card issuer behind an adjustment that is under way: what is known, what reads found, when the next one is,
 * and a button that reads now. Nothing on this panel sends it again.
 */
export const AdjustmentCall = ({ id, reference }: Props) => {
  const t = useText('walletAdjustments')
  const found = useCall(
    readCardAdjustmentCall,
    { params: { id }, errors: 'none' },
    {
      live: ['card_adjustment.'],
      staleMs: 0,
      // No event says that it was sent.
      againMs: ({ state }) => ['sending', 'unanswered', 'unconfirmed'].includes(state) && ofMachines,
    },
  )
  const readBack = useAction(readBackCardAdjustment, {
    changes,
    onDone: () => toastSuccess(t('call.isRead')),
  })
  return (
    <section className="flex flex-col gap-3">
      <SectionTitle>{t('call.title')}</SectionTitle>
      <Loaded reads={{ found }} failed={t('call.failed')}>
        {({ found: call }) => (
          <>
            {call.reviewReason !== null && (
              <NoteBox tone="bad" title={t(`call.review.${call.reviewReason}`)}>
                {t('call.decide', { ref: reference })}
              </NoteBox>
            )}
            {(call.state === 'unanswered' || call.state === 'unconfirmed') && (
              <NoteBox tone="warn" title={t('call.unanswered')} />
            )}
            <Facts call={call} />
            <Unexplained rows={call.rows} />
            {call.state !== 'sending' && call.state !== 'ended' && (
              <Button
                variant="soft"
                icon={RefreshCw}
                busy={readBack.isPending}
                onClick={() => readBack.mutate({ params: { id } })}
              >
                {t('call.readBack')}
              </Button>
            )}
          </>
        )}
      </Loaded>
    </section>
  )
}
