import { CreditCard, CircleDollarSign, ExternalLink, SearchCheck, Undo2, Wallet } from 'lucide-react'
import { Button, TextButton } from '../ui/button.tsx'
import { CalendarStrip } from '../ui/calendar-strip.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { KvRow, KvRows } from '../ui/kv-rows.tsx'
import { Row, Rows } from '../ui/list-row.tsx'
import { Meter } from '../ui/meter.tsx'
import { PageHeader } from '../ui/page.tsx'
import { Stack } from '../ui/page-parts.tsx'
import { Panel, SectionTitle } from '../ui/panel.tsx'
import { Qr } from '../ui/qr.tsx'
import { Ring } from '../ui/ring.tsx'
import { Status } from '../ui/status.tsx'
import { Stepper, type Step } from '../ui/stepper.tsx'

const days = [20, 21, 22, 23, 24, 25].map((day) => ({
  date: `2026-11-${day}`,
  counts: day !== 21 && day !== 22,
}))

const Held = () => (
  <Panel>
    <div className="flex items-center justify-between pb-3">
      <Status tone="info">Held</Status>
      <span className="num text-base text-mute">L-7K2M9QFD</span>
    </div>
    <p className="text-mute">Will be on your card</p>
    <p className="num text-2xl font-semibold">$970.00</p>
    <p className="pt-1 pb-4">
      Your payment is final. It will be on your card <b className="font-semibold">by Wed 25 Nov, 10:00 AM</b>,
      usually on Monday.
    </p>
    <CalendarStrip
      days={days}
      startsAt="2026-11-20T15:00:00.000Z"
      windowFrom="2026-11-23T15:00:00.000Z"
      windowTo="2026-11-25T15:00:00.000Z"
      fromLabel="10 AM"
      toLabel="10 AM"
    />
    <p className="text-base text-mute">Saturday and Sunday do not count.</p>
  </Panel>
)

const Missing = () => (
  <Panel>
    <div className="flex items-start justify-between gap-3">
      <div>
        <h2 className="text-lg font-semibold">Send the rest</h2>
        <p className="text-mute">We received 100.00 of 201.125701 USDT. Your money is safe.</p>
      </div>
      <Ring leftMs={441_000} wholeMs={1_800_000} tone="warn" size={56} />
    </div>
    <div className="pt-4 pb-3">
      <Meter label="100.00 of 201.125701 USDT" share={0.497} thick />
      <p className="num flex justify-between pt-2 text-base">
        <span className="text-brand-text">100.00 received</span>
        <span className="text-mute">101.125701 missing</span>
      </p>
    </div>
    <div className="flex items-end justify-between border-t border-line2 pt-4">
      <div>
        <p className="text-base text-mute">Send exactly</p>
        <p className="num text-xl font-semibold">101.125701 USDT</p>
        <p className="text-base text-mute">
          on <b className="font-medium text-ink">Ethereum</b>, same address, by{' '}
          <b className="font-medium text-ink">12:48 PM</b>
        </p>
      </div>
      <CopyButton text="101.125701" label="Copy the amount" />
    </div>
    <div className="grid grid-cols-2 gap-4 py-4">
      <Qr text="ethereum:0x7A3e19Bf04C5d2E86b1F9aC3D47e6508fB2c91Da" what="the payment address" />
      <div>
        <p className="text-base text-mute">Address</p>
        <p className="font-mono text-sm break-words">
          <b className="text-brand-text">0x7A 3e19</b> Bf04 C5d2 E86b 1F9a C3D4 7e65 08fB{' '}
          <b className="text-brand-text">2c91 Da</b>
        </p>
        <p className="pt-2 text-sm text-mute">Compare the bold parts in your wallet.</p>
      </div>
    </div>
    <div className="grid grid-cols-2 gap-2">
      <CopyButton text="0x7A3e19" word="Copy address" variant="primary" />
      <Button icon={Wallet} fullWidth>
        Open wallet
      </Button>
    </div>
  </Panel>
)

const steps: readonly Step[] = [
  {
    key: '1',
    state: 'done',
    title: 'Quote locked',
    time: '9:41 AM',
    detail: '1 USDT = $0.994403, fee 3.00%',
  },
  {
    key: '2',
    state: 'done',
    title: 'Payment seen',
    time: '9:46 AM',
    detail: '1,005.628503 USDT on Ethereum',
  },
  {
    key: '3',
    state: 'current',
    title: 'Held',
    time: 'now',
    detail: 'We sell the USDT and fund the card. You don’t need to do anything.',
  },
  {
    key: '4',
    state: 'attention',
    title: 'Waiting for the rest',
    time: 'until 12:48 PM',
    detail: '101.125701 USDT. After that, you choose what happens to the money.',
  },
  {
    key: '5',
    state: 'to-come',
    icon: CreditCard,
    title: 'On your card',
    time: 'Mon 23 to Wed 25 Nov',
    detail: 'Virtual card ·· 4832',
  },
]

const OtherWays = () => (
  <>
    <SectionTitle>Or choose another way</SectionTitle>
    <Rows>
      <Row
        icon={CircleDollarSign}
        tone="brand"
        title="Load what arrived"
        below="$99.44 less fee $2.98"
        value="$96.46"
        onPress={() => undefined}
      />
      <Row
        icon={Undo2}
        title="Send it back to me"
        below="100.00 USDT less the network fee"
        onPress={() => undefined}
      />
      <Row
        icon={SearchCheck}
        title="I already sent the rest"
        below="Paste the transaction hash"
        onPress={() => undefined}
      />
    </Rows>
  </>
)

/** A load that is held, and one that waits for the rest of its payment. */
export const GalleryLoadPage = () => (
  <>
    <PageHeader title="Load $1,000.00" back="/gallery" status={<Status tone="warn">Part received</Status>} />
    <div className="grid gap-4 lg:grid-cols-2">
      <Stack>
        <Held />
        <Panel>
          <Stepper steps={steps} />
        </Panel>
        <Panel title="Receipt" action={<TextButton icon={ExternalLink}>PDF</TextButton>}>
          <KvRows>
            <KvRow name="You sent">1,005.628503 USDT</KvRow>
            <KvRow name="Worth">$1,000.00</KvRow>
            <KvRow name="Load fee, 3.00%">−$30.00</KvRow>
            <KvRow name="On your card" total>
              $970.00
            </KvRow>
          </KvRows>
        </Panel>
      </Stack>
      <Stack>
        <Missing />
        <OtherWays />
      </Stack>
    </div>
  </>
)
