import { simulateFees, type simulatedCodes } from '@cardamom/contract/fees/fee-schedules'
import type { SentInputOf, WireOf } from '@cardamom/contract/endpoint'
import { useState } from 'react'
import { useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { useCall, useSettled } from '../kernel/query.ts'
import { Segmented } from '../ui/choice.tsx'
import { KvRow, KvRows } from '../ui/kv-rows.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Panel } from '../ui/panel.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { SkeletonRows } from '../ui/skeleton.tsx'
import { TextField } from '../ui/text-field.tsx'
import { useLevelName } from '../ui/fees/schedule-rates.tsx'

type Code = (typeof simulatedCodes)[number]
const codes: readonly Code[] = ['none', 'seller_one', 'seller_two', 'referral']
type Answer = WireOf<typeof simulateFees>
type Example = Answer['speeds'][number]['examples'][number]
export type Proposal = Pick<SentInputOf<typeof simulateFees>, 'proposed' | 'from'>

/** The worked examples of the rules (domain §4). */
const golden = ['1000.00', '333.33', '10.00']
const isAmount = /^\d{1,9}(\.\d{1,2})?$/
const typingMs = 400

/** One load: its fee, what is on the card, and each level's share. A proposal stands beside what is now. */
const ExampleCard = ({ example, level, chain }: { example: Example } & Pick<Answer, 'level' | 'chain'>) => {
  const t = useText('feeSchedules')
  const levelName = useLevelName(level)
  const nameOf = (of: number) => {
    const company = chain.find((each) => each.level === of)
    return company ? `${levelName(of)} · ${company.name}` : levelName(of)
  }
  const { now, proposed } = example
  const row = (name: string, before: string, after: string | undefined, total = false) => (
    <KvRow
      key={name}
      name={name}
      total={total}
      below={
        after === undefined || after === before
          ? undefined
          : t('simulator.was', { amount: moneyText(before) })
      }
    >
      {moneyText(after ?? before)}
    </KvRow>
  )
  return (
    <section className="rounded-lg border border-line px-4 py-3">
      <h3 className="num pb-2 font-semibold md:text-base">
        {t('simulator.gross', { gross: moneyText(example.gross) })}
      </h3>
      <KvRows>
        {row(t('simulator.fee'), now.fee, proposed?.fee)}
        {now.above !== null && row(t('above'), now.above, proposed?.above ?? undefined)}
        {now.levels.map((each, at) => row(nameOf(each.level), each.amount, proposed?.levels[at]?.amount))}
        {now.people.map((each, at) =>
          row(t(`simulator.people.${each.kind}`), each.amount, proposed?.people[at]?.amount),
        )}
        {row(t('simulator.net'), now.net, proposed?.net, true)}
      </KvRows>
    </section>
  )
}

/** One transfer: its fee by the sender's level, and what the other side receives. */
const TransferCard = ({ gross, senders, level }: Answer['transfers'][number] & Pick<Answer, 'level'>) => {
  const t = useText('feeSchedules')
  const nameOf = useLevelName(level)
  return (
    <section className="rounded-lg border border-line px-4 py-3">
      <h3 className="num pb-2 font-semibold md:text-base">
        {t('simulator.transferGross', { gross: moneyText(gross) })}
      </h3>
      <KvRows>
        {senders.map(({ level: each, now, proposed }) => {
          const shown = proposed ?? now
          const received = t('simulator.received', { amount: moneyText(shown.net) })
          const was = t('simulator.was', { amount: moneyText(now.fee) })
          return (
            <KvRow
              key={each}
              name={t('simulator.sender', { level: nameOf(each) })}
              below={shown.fee === now.fee ? received : `${received} · ${was}`}
            >
              {moneyText(shown.fee)}
            </KvRow>
          )
        })}
      </KvRows>
    </section>
  )
}

const shownSpeeds = ['regular', 'immediate', 'transfer'] as const

/** What loads cost and pay each level, and what transfers cost: `proposal` are rates that were typed and are valid. */
export const FeeSimulator = ({
  companyId,
  proposal = {},
}: {
  companyId: string | undefined
  proposal?: Proposal
}) => {
  const t = useText('feeSchedules')
  const [speed, setSpeed] = useState<(typeof shownSpeeds)[number]>('regular')
  const [amount, setAmount] = useState('200')
  const [code, setCode] = useState<Code>('none')
  const gross = isAmount.test(amount) ? [amount, ...golden] : golden
  const input = useSettled(
    { gross, code, ...proposal, ...(companyId === undefined ? {} : { companyId }) },
    typingMs,
  )
  const answer = useCall(simulateFees, { input }, { showsPrevious: true })
  return (
    <Panel title={t('simulator.title')}>
      <div className="flex flex-col gap-4">
        <div className="flex flex-wrap items-end gap-x-6 gap-y-3 *:min-w-0 max-md:*:w-full">
          <Segmented
            label={t('simulator.speed')}
            name="fee-speed"
            isLong
            value={speed}
            segments={shownSpeeds.map((value) => ({
              value,
              label: t(`speed.${value}`),
            }))}
            onChange={setSpeed}
          />
          <TextField
            isShort
            inputMode="decimal"
            start="$"
            label={t('simulator.amount')}
            value={amount}
            onChange={({ target }) => setAmount(target.value)}
          />
          {speed !== 'transfer' && (
            <SelectField
              label={t('simulator.code')}
              value={code}
              onChange={({ target }) => setCode(codes.find((each) => each === target.value) ?? 'none')}
              options={codes.map((value) => ({ value, label: t(`simulator.codes.${value}`) }))}
            />
          )}
        </div>
        <Loaded reads={{ answer }} waiting={<SkeletonRows rows={6} />} failed={t('failed')}>
          {(found) => (
            <div className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-2 xl:grid-cols-4">
              {speed === 'transfer' &&
                found.answer.transfers.map((each) => (
                  <TransferCard key={each.gross} {...each} level={found.answer.level} />
                ))}
              {found.answer.speeds
                .find((each) => each.speed === speed)
                ?.examples.map((example) => (
                  <ExampleCard
                    key={example.gross}
                    example={example}
                    level={found.answer.level}
                    chain={found.answer.chain}
                  />
                ))}
            </div>
          )}
        </Loaded>
      </div>
    </Panel>
  )
}
