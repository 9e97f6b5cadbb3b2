import type { WireOf } from '@cardamom/contract/endpoint'
import { readSplitRules } from '@cardamom/contract/fees/split-rules'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../kernel/i18n.tsx'
import { moneyText, percentText } from '../kernel/money-text.ts'
import { useCall } from '../kernel/query.ts'
import { Loaded } from './loaded.tsx'
import { b } from './page-parts.tsx'
import { Skeleton } from './skeleton.tsx'

type Rules = WireOf<typeof readSplitRules>
const columns = ['gross', 'share', 'sellerTwo', 'sellerOne'] as const

const Examples = ({ speed, examples }: Rules['speeds'][number]) => {
  const t = useText('splitRules')
  return (
    <table className="num w-full text-[length:min(0.875rem,max(13px,4vw))]">
      <caption className="pb-1 text-left text-mute">{t(`speed.${speed}`)}</caption>
      <thead className="text-mute">
        <tr>
          {columns.map((name) => (
            <th
              key={name}
              scope="col"
              className="py-1 pl-2 text-right align-bottom font-normal first:pl-0 first:text-left"
            >
              {t(`columns.${name}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {examples.map((example) => (
          <tr key={example.gross} className="border-t border-line2">
            {columns.map((name) => (
              <td key={name} className="py-1.5 pl-2 text-right first:pl-0 first:text-left">
                {moneyText(example[name])}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const Shown = ({ sellerTwoPart, referralMonths, speeds }: Rules) => {
  const t = useText('splitRules')
  const rateOf = (speed: Rules['speeds'][number]['speed']) =>
    percentText(speeds.find((each) => each.speed === speed)?.rate ?? '0')
  return (
    <>
      <p>{t('lead', { regular: rateOf('regular'), immediate: rateOf('immediate') })}</p>
      <ul className="flex list-disc flex-col gap-1.5 pl-5 text-mute">
        <li>{t.rich('rule.two', { b, two: percentText(sellerTwoPart) })}</li>
        <li>{t.rich('rule.one', { b })}</li>
        <li>
          {referralMonths === 0
            ? t.rich('rule.noReferral', { b })
            : t.rich('rule.referral', { b, months: referralMonths })}
        </li>
        <li>{t.rich('rule.none', { b })}</li>
        <li>{t('rule.price')}</li>
        <li>{t('rule.rounding')}</li>
        <li>{t('rule.frozen')}</li>
        <li>{t('rule.due')}</li>
      </ul>
      <p className="font-semibold">{t('examples')}</p>
      {speeds.map((each) => (
        <Examples key={each.speed} {...each} />
      ))}
    </>
  )
}

const Read = ({ companyId }: { companyId: string | undefined }) => {
  const t = useText('splitRules')
  const rules = useCall(readSplitRules, { input: companyId === undefined ? {} : { companyId } })
  return (
    <div className="flex flex-col gap-3 px-5 pb-4 text-base md:px-4 md:text-sm">
      <Loaded reads={{ rules }} waiting={<Skeleton className="h-40" />} failed={t('failed')}>
        {({ rules: found }) => <Shown {...found} />}
      </Loaded>
    </div>
  )
}

/**
 * How the share of level 4 is divided at a company, with examples to the cent; without a company, at the reader's own. It
 * is read when it is opened.
 */
export const SplitRules = ({ companyId }: { companyId?: string }) => {
  const t = useText('splitRules')
  const [isOpen, setOpen] = useState(false)
  return (
    <details
      className="group rounded-xl border border-line bg-surface"
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="flex min-h-12 cursor-pointer list-none items-center justify-between gap-3 px-5 font-semibold md:px-4 md:text-base">
        {t('title')}
        <ChevronDown aria-hidden size={20} className="shrink-0 text-mute group-open:rotate-180" />
      </summary>
      {isOpen && <Read companyId={companyId} />}
    </details>
  )
}
