import { CreditCard, Plus, ReceiptText, ShoppingCart, Snowflake } from 'lucide-react'
import { useBranding } from '../kernel/branding.ts'
import { moneyText } from '../kernel/money-text.ts'
import { useTitle } from '../kernel/title.ts'
import { ButtonLink } from '../ui/button.tsx'
import { CardArt } from '../ui/card-art.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Row, Rows } from '../ui/list-row.tsx'
import { SpendingBars } from '../ui/meter.tsx'
import { DateText, Money } from '../ui/money.tsx'
import { QuickAction, QuickActions } from '../ui/quick-actions.tsx'
import { NextStep, Stack } from '../ui/page-parts.tsx'
import { Panel, SectionTitle } from '../ui/panel.tsx'
import { Stepper } from '../ui/stepper.tsx'

const bars = [
  { key: 'groceries', name: 'Groceries', amount: '412.00', share: 1 },
  { key: 'restaurants', name: 'Restaurants', amount: '268.00', share: 0.65 },
  { key: 'transport', name: 'Transport', amount: '143.00', share: 0.35 },
  { key: 'travel', name: 'Travel', amount: '391.00', share: 0.95 },
].map((bar) => ({ ...bar, amount: moneyText(bar.amount) }))

const NewPerson = () => {
  const branding = useBranding()
  return (
    <Stack>
      <NextStep
        eyebrow="Next step, about 3 minutes"
        title="Verify your identity"
        action={
          <ButtonLink to="/kyc" variant="primary" fullWidth>
            Start
          </ButtonLink>
        }
      >
        Have a passport, ID card, driver’s licence or residence permit at hand. You take photos with this
        phone.
      </NextStep>
      <CardArt
        company={branding.name}
        hue={branding.hue}
        chroma={branding.chroma}
        state="ghost"
        name="MATEO QUISPE ROJAS"
        note="Yours as soon as you are verified"
      />
      <SectionTitle>From here to your first payment</SectionTitle>
      <Panel>
        <Stepper
          steps={[
            { key: 'mail', state: 'done', title: 'E-mail verified', time: 'Today' },
            {
              key: 'kyc',
              state: 'current',
              title: 'Verify your identity',
              time: 'Now',
              detail: 'Most checks take under 10 minutes.',
            },
            {
              key: 'card',
              state: 'to-come',
              icon: CreditCard,
              title: 'Get your card',
              detail: 'Virtual: free and at once. Metal: $49.00, about 10 business days.',
            },
            {
              key: 'load',
              state: 'to-come',
              icon: Plus,
              title: 'Load it',
              detail: 'From $10.00 in USDC or USDT. Fee 3.00%, on your card in 24 to 72 business hours.',
            },
          ]}
        />
      </Panel>
      <SectionTitle>Recent activity</SectionTitle>
      <EmptyState icon={ReceiptText} title="Nothing here yet">
        Your first load and your payments will appear here.
      </EmptyState>
    </Stack>
  )
}

/** A home page with a card, and below it the home page of a new person. */
export const GalleryHomePage = () => {
  const branding = useBranding()
  useTitle('Gallery')
  return (
    <div className="grid gap-10 lg:grid-cols-2">
      <h1 className="sr-only">Gallery</h1>
      <Stack>
        <div>
          <p className="text-mute">Available balance</p>
          <p className="num text-3xl font-semibold">$2,418.60</p>
          <p className="text-mute">$250.00 arriving by Wed 25 Nov</p>
        </div>
        <CardArt
          company={branding.name}
          hue={branding.hue}
          chroma={branding.chroma}
          name="LUCIA FERRER"
          lastDigits="4832"
          expiry="09/29"
        />
        <QuickActions>
          <QuickAction icon={Plus} to="/load">
            Load
          </QuickAction>
          <QuickAction icon={Snowflake} onPress={() => undefined}>
            Pause
          </QuickAction>
          <QuickAction icon={CreditCard} to="/cards">
            Show details
          </QuickAction>
          <QuickAction icon={ReceiptText} to="/transactions">
            More
          </QuickAction>
        </QuickActions>
        <Panel title="Spending this month" action={<span className="num text-mute">$1,467.00</span>}>
          <SpendingBars bars={bars} />
        </Panel>
        <SectionTitle>Recent activity</SectionTitle>
        <Rows>
          <Row
            icon={ShoppingCart}
            title="Wong Benavides"
            below={<DateText value="2026-11-19T22:10:00.000Z" variant="near" />}
            value={<Money amount="-64.20" />}
            to="/transactions/1"
          />
          <Row
            icon={Plus}
            tone="good"
            title="Load, regular"
            below="$1,000.00 less fee $30.00"
            value={<Money amount="970.00" sign="always" variant="arrived" />}
          />
        </Rows>
      </Stack>
      <NewPerson />
    </div>
  )
}
