import { estimateFees } from '@cardamom/contract/transfers/fee-effect'
import type { SentInputOf, WireOf } from '@cardamom/contract/endpoint'
import { useText } from '../kernel/i18n.tsx'
import { countText, moneyText } from '../kernel/money-text.ts'
import { useCall, useSettled } from '../kernel/query.ts'
import { KvRow, KvRows } from '../ui/kv-rows.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Panel } from '../ui/panel.tsx'
import { SkeletonRows } from '../ui/skeleton.tsx'
import { useLevelName } from '../ui/fees/schedule-rates.tsx'

const typingMs = 400

type Answer = WireOf<typeof estimateFees>
type Parts = Answer['all']['paid']

/** What was paid in one kind or in all, beside what would have been. */
const EffectRows = ({
  paid,
  proposed,
  level,
  net,
}: {
  paid: Parts
  proposed: Parts
  level: number
  net: string
}) => {
  const t = useText('feeSchedules')
  const nameOf = useLevelName(level)
  const row = (name: string, before: string, after: string, total = false) => (
    <KvRow key={name} name={name} total={total} below={t('effect.paid', { amount: moneyText(before) })}>
      {moneyText(after)}
    </KvRow>
  )
  return (
    <KvRows>
      {row(t('simulator.fee'), paid.fee, proposed.fee)}
      {paid.above !== null && row(t('above'), paid.above, proposed.above ?? paid.above)}
      {paid.levels.map(({ level: each, amount }, at) =>
        row(nameOf(each), amount, proposed.levels[at]?.amount ?? amount),
      )}
      {paid.below !== null && row(t('below'), paid.below, proposed.below ?? paid.below)}
      {row(net, paid.net, proposed.net, true)}
    </KvRows>
  )
}

/** What the loads, top-ups and transfers of the last 30 days would have paid by the rates that were typed, beside what they paid. */
export const FeeEffect = ({ input }: { input: SentInputOf<typeof estimateFees> }) => {
  const t = useText('feeSchedules')
  const settled = useSettled(input, typingMs)
  const estimate = useCall(estimateFees, { input: settled }, { showsPrevious: true })
  return (
    <Panel title={t('effect.title')}>
      <Loaded reads={{ estimate }} waiting={<SkeletonRows rows={6} />} failed={t('failed')}>
        {({ estimate: { level, all, kinds } }) => (
          <>
            <p className="pb-3 text-mute md:text-base">{t('effect.lead')}</p>
            <div className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-6 md:grid-cols-2 xl:grid-cols-4">
              <section>
                <h3 className="pb-2 font-semibold md:text-base">{t('effect.all')}</h3>
                <EffectRows {...all} level={level} net={t('effect.net')} />
              </section>
              {kinds.map(({ kind, count, isCapped, paid, proposed }) => (
                <section key={kind}>
                  <h3 className="pb-2 font-semibold md:text-base">
                    {t(`effect.kinds.${kind}`, { count: countText(count, isCapped) })}
                  </h3>
                  <EffectRows paid={paid} proposed={proposed} level={level} net={t(`effect.nets.${kind}`)} />
                </section>
              ))}
            </div>
          </>
        )}
      </Loaded>
    </Panel>
  )
}
