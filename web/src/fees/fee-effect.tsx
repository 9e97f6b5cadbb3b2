import { estimateFees } from '@cardamom/contract/loads/fee-effect'
import type { SentInputOf } from '@cardamom/contract/endpoint'
import { useText } from '../kernel/i18n.tsx'
import { countText, moneyText } from '../kernel/money-text.ts'
import { useCall, useSettled } from '../kernel/query.ts'
import { KvRow, KvRows } from '../ui/kv-rows.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Panel } from '../ui/panel.tsx'
import { SkeletonRows } from '../ui/skeleton.tsx'
import { useLevelName } from '../ui/fees/schedule-rates.tsx'

const typingMs = 400

/** What the loads of the last 30 days would have paid by the rates that were typed, beside what they paid. */
export const FeeEffect = ({ input }: { input: SentInputOf<typeof estimateFees> }) => {
  const t = useText('feeSchedules')
  const settled = useSettled(input, typingMs)
  const estimate = useCall(estimateFees, { input: settled }, { showsPrevious: true })
  const nameOf = useLevelName(estimate.data?.level ?? null)
  return (
    <Panel title={t('effect.title')}>
      <Loaded reads={{ estimate }} waiting={<SkeletonRows rows={6} />} failed={t('failed')}>
        {({ estimate: { loads, isCapped, paid, proposed } }) => {
          const row = (name: string, before: string, after: string, total = false) => (
            <KvRow
              key={name}
              name={name}
              total={total}
              below={t('effect.paid', { amount: moneyText(before) })}
            >
              {moneyText(after)}
            </KvRow>
          )
          return (
            <>
              <p className="pb-2 text-mute md:text-base">
                {t('effect.loads', { count: countText(loads, isCapped) })}
              </p>
              <KvRows>
                {row(t('simulator.fee'), paid.fee, proposed.fee)}
                {paid.above !== null && row(t('above'), paid.above, proposed.above ?? paid.above)}
                {paid.levels.map(({ level, amount }, at) =>
                  row(nameOf(level), amount, proposed.levels[at]?.amount ?? amount),
                )}
                {paid.below !== null && row(t('below'), paid.below, proposed.below ?? paid.below)}
                {row(t('simulator.net'), paid.net, proposed.net, true)}
              </KvRows>
            </>
          )
        }}
      </Loaded>
    </Panel>
  )
}
