import { CalendarCheck, Zap } from 'lucide-react'
import { useState } from 'react'
import { Button, TextButton } from '../ui/button.tsx'
import { Chip, ChoiceCard } from '../ui/choice.tsx'
import { KvRow, KvRows } from '../ui/kv-rows.tsx'
import { Row, Rows } from '../ui/list-row.tsx'
import { PageHeader } from '../ui/page.tsx'
import { ActionBar, Stack } from '../ui/page-parts.tsx'
import { Panel, SectionTitle } from '../ui/panel.tsx'
import { cx } from '../ui/cx.ts'

const amounts = ['$200', '$500', '$1,000', '$2,000'] as const

const Speeds = () => (
  <>
    <SectionTitle>When should it be on your card?</SectionTitle>
    <div role="radiogroup" className="flex flex-col gap-2">
      <ChoiceCard
        name="speed"
        value="regular"
        defaultChecked
        title="Regular"
        detail="Usually Mon 23 Nov"
        valueDetail="fee $30.00"
        condition="By Wed 25 Nov, 12:55 PM at the latest"
        conditionIcon={CalendarCheck}
        bold="$970.00"
      />
      <ChoiceCard
        name="speed"
        value="immediate"
        title="Immediate"
        detail="Today, about 12:55 PM"
        valueDetail="fee $50.00"
        condition="$2,000.00 left today"
        conditionIcon={Zap}
        bold="$950.00"
      />
    </div>
  </>
)

const Terms = () => (
  <Panel>
    <KvRows>
      <KvRow name="You send">1,005.628503 USDT</KvRow>
      <KvRow name="Rate, locked 30 min" below="market 0.9994 less 0.50%">
        1 USDT = $0.994403
      </KvRow>
      <KvRow name="Load fee, 3.00%">−$30.00</KvRow>
      <KvRow name="On your card" total>
        $970.00
      </KvRow>
    </KvRows>
  </Panel>
)

/** A load before its payment; the net amount is bold. */
export const GalleryQuotePage = () => {
  const [amount, setAmount] = useState<string>('$1,000')
  return (
    <>
      <PageHeader
        title="Load your card"
        back="/gallery"
        close
        status={<span className="ml-auto text-base text-mute md:text-sm">Card ·· 4832</span>}
      />
      <Stack className="max-w-120">
        <div className="text-center">
          <p className="text-base text-mute">Amount in dollars</p>
          <p className="num text-3xl font-semibold">$1,000.00</p>
          <div className="flex justify-center gap-2 py-2">
            {amounts.map((one) => (
              <Chip key={one} on={one === amount} onClick={() => setAmount(one)}>
                {one}
              </Chip>
            ))}
          </div>
          <p className="text-base text-mute">From $10.00 to $5,000.00 a day</p>
        </div>
        <SectionTitle>Pay with</SectionTitle>
        <Rows>
          <Row
            lead={
              <span
                className={cx(
                  'flex size-10 items-center justify-center rounded-full bg-soft font-semibold',
                  'text-brand-text',
                )}
              >
                T
              </span>
            }
            title="USDT"
            below="Ethereum, network fee ~$0.40"
            value={<TextButton>Change</TextButton>}
          />
        </Rows>
        <Speeds />
        <Terms />
        <ActionBar note="You owe nothing until you send. Cancel at any time.">
          <Button variant="primary">Show the payment address</Button>
        </ActionBar>
      </Stack>
    </>
  )
}
