import { readCardOrder } from '@cardamom/contract/orders'
import type { WireOf } from '@cardamom/contract/endpoint'
import { SearchX } from 'lucide-react'
import { countryName } from '../kernel/country-names.ts'
import { useDates } from '../kernel/dates.tsx'
import { useLocale, useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { useCall } from '../kernel/query.ts'
import { ofMachines } from '../kernel/read-again.ts'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { KvRow, KvRows } from '../ui/kv-rows.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Page, Stack } from '../ui/page-parts.tsx'
import { PageHeader } from '../ui/page.tsx'
import { Panel } from '../ui/panel.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Status } from '../ui/status.tsx'
import { Stepper, type Step } from '../ui/stepper.tsx'
import { CancelOrder } from './cancel-order.tsx'
import { OrderArt } from './order-art.tsx'

type Order = WireOf<typeof readCardOrder>

export const orderTones = { paid: 'info', fulfilled: 'good', refunded: 'neutral' } as const

const OrderSteps = ({ order }: { order: Order }) => {
  const t = useText('cardOrders')
  const date = useDates()
  const { form, status, createdAt, endedAt, expectedBy } = order
  const isDone = status === 'fulfilled'
  const ended = endedAt === null ? {} : { time: date(endedAt, 'dayTime') }
  const expected =
    expectedBy === null ? {} : { detail: t('order.expected', { day: date(expectedBy, 'day') }) }
  const steps: Step[] = [
    {
      key: 'paid',
      state: 'done',
      title: t(order.wallet === null ? 'order.free' : 'order.paid'),
      time: date(createdAt, 'dayTime'),
    },
  ]
  if (status === 'refunded') {
    const title = t(order.wallet === null ? 'order.cancelled' : 'order.cancelledPaid')
    return <Stepper steps={[...steps, { key: 'cancelled', state: 'done', title, ...ended }]} />
  }
  const made: Step = {
    key: 'made',
    state: isDone ? 'done' : 'current',
    title: t(form === 'virtual' ? 'order.issued' : 'order.sent'),
    ...ended,
    ...(isDone ? {} : expected),
  }
  return <Stepper steps={[...steps, made]} />
}

const Facts = ({ order }: { order: Order }) => {
  const t = useText('cardOrders')
  const locale = useLocale()
  const { address } = order
  return (
    <KvRows>
      <KvRow name={t('order.ref')}>{order.ref}</KvRow>
      <KvRow name={t('steps.card')}>{order.typeName}</KvRow>
      <KvRow name={t('steps.name')}>{order.nameOnCard}</KvRow>
      {address && (
        <KvRow name={t('steps.address')}>
          {`${address.street}, ${address.zip} ${address.city}, ${countryName({ code: address.country, locale })}`}
        </KvRow>
      )}
      <KvRow name={t('review.total')} total {...(order.wallet && { below: t(`wallet.${order.wallet}`) })}>
        {order.wallet === null ? t('free') : moneyText(order.price)}
      </KvRow>
    </KvRows>
  )
}

const Found = ({ order }: { order: Order }) => {
  const t = useText('cardOrders')
  return (
    <Stack>
      <PageHeader
        title={t('order.title')}
        back="/cards"
        status={<Status tone={orderTones[order.status]}>{t(`status.${order.status}`)}</Status>}
      />
      <OrderArt
        finish={order.finish}
        name={order.nameOnCard}
        {...(order.status === 'paid' ? { note: t(`art.${order.form}`) } : {})}
      />
      <Panel>
        <OrderSteps order={order} />
      </Panel>
      <Panel>
        <Facts order={order} />
      </Panel>
      {order.cardId !== null && order.status !== 'refunded' && (
        <ButtonLink to={`/cards/${order.cardId}`} variant="primary" fullWidth>
          {t('order.seeCard')}
        </ButtonLink>
      )}
      <CancelOrder order={order} />
    </Stack>
  )
}

/** What became of an order: `/cards/request?order=<id>`. */
export const CardOrder = ({ id }: { id: string }) => {
  const t = useText('cardOrders')
  const order = useCall(
    readCardOrder,
    { params: { id }, errors: 'none' },
    {
      live: ['card_order.', 'card.'],
      // A card is made within seconds; a physical one can be cancelled then.
      againMs: ({ status, form, cardId }) =>
        status === 'paid' && (form === 'virtual' || cardId === null) && ofMachines,
    },
  )
  return (
    <Page>
      <Loaded
        reads={{ order }}
        waiting={<Skeleton className="h-96" />}
        failed={t('failed')}
        missing={
          <EmptyState
            icon={SearchX}
            title={t('order.missing')}
            titleAs="h1"
            action={<ButtonLink to="/cards">{t('back')}</ButtonLink>}
          >
            {null}
          </EmptyState>
        }
      >
        {(found) => <Found order={found.order} />}
      </Loaded>
    </Page>
  )
}
