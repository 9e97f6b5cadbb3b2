import {
  ArrowDownLeft,
  BedDouble,
  Calendar,
  Download,
  Fuel,
  Search,
  ShoppingCart,
  Utensils,
  WalletMinimal,
} from 'lucide-react'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Chip, Segmented } from '../ui/choice.tsx'
import { Row, Rows } from '../ui/list-row.tsx'
import { Money } from '../ui/money.tsx'
import { PageHeader } from '../ui/page.tsx'
import { Stack } from '../ui/page-parts.tsx'
import { Figure, Figures, SectionTitle } from '../ui/panel.tsx'
import { Status } from '../ui/status.tsx'

const Floating = () => (
  <>
    <SectionTitle aside={<span className="num text-base text-mute">$100.00 held</span>}>
      Floating
    </SectionTitle>
    <Rows>
      <Row
        icon={BedDouble}
        tone="warn"
        title="Hotel Antigua"
        below="S/ 377.00 at 3.7700"
        value={<Money amount="-100.00" />}
        valueBelow={
          <Status tone="warn" variant="plain">
            Floating
          </Status>
        }
        more={
          <>
            Held today, 9:18 AM. The hotel takes the final amount by{' '}
            <b className="font-semibold">Fri 27 Nov</b>, or the money is released to you.
          </>
        }
      />
    </Rows>
  </>
)

const Settled = () => (
  <>
    <SectionTitle>Thu 19 Nov</SectionTitle>
    <Rows>
      <Row
        icon={ShoppingCart}
        title="Wong Benavides"
        below="Groceries"
        value={<Money amount="-64.20" />}
        to="/transactions/1"
      />
      <Row
        icon={Fuel}
        title="Primax, hold released"
        below="Nothing was charged"
        value={<Money amount="-40.00" variant="undone" />}
        valueBelow={
          <Status tone="neutral" variant="plain">
            Released
          </Status>
        }
      />
      <Row
        icon={ArrowDownLeft}
        tone="good"
        title="Load, regular"
        below="$1,000.00 less fee $30.00"
        value={<Money amount="970.00" sign="always" variant="arrived" />}
      />
      <Row icon={Utensils} title="La Lucha" below="S/ 41.20 at 3.7694" value={<Money amount="-10.93" />} />
    </Rows>
  </>
)

const Declined = () => (
  <>
    <SectionTitle>Recently declined</SectionTitle>
    <Rows>
      <Row
        icon={WalletMinimal}
        tone="bad"
        title="Ripley"
        below="Today, 11:32 AM"
        value={<Money amount="912.00" variant="undone" />}
        more={
          <>
            <span className="block pb-2">You had $870.00. The payment was $42.00 more.</span>
            <Button variant="soft" size="small">
              Load
            </Button>
          </>
        }
      />
    </Rows>
  </>
)

/** Floating and settled transactions. */
export const GalleryActivityPage = () => {
  const [view, setView] = useState('all')
  return (
    <>
      <PageHeader
        title="Activity"
        actions={
          <>
            <Button variant="ghost" iconOnly icon={Search}>
              Search
            </Button>
            <Button variant="ghost" iconOnly icon={Download}>
              Download
            </Button>
          </>
        }
      />
      <Stack className="max-w-160">
        <Segmented
          label="Status"
          name="view"
          value={view}
          onChange={setView}
          segments={[
            { value: 'all', label: 'All' },
            { value: 'floating', label: 'Pending', count: '1' },
            { value: 'settled', label: 'Settled', count: '14' },
          ]}
        />
        <div className="-mx-5 flex gap-2 overflow-x-auto px-5">
          <Chip on removable icon={Calendar}>
            Nov 2026
          </Chip>
          <Chip opens>Card</Chip>
          <Chip opens>Category</Chip>
          <Chip adds>+ Filter</Chip>
        </div>
        <Figures>
          <Figure name="In">+$1,494.90</Figure>
          <Figure name="Out">−$524.90</Figure>
          <Figure name="Balance">$970.00</Figure>
        </Figures>
        <Floating />
        <Settled />
        <Declined />
      </Stack>
    </>
  )
}
