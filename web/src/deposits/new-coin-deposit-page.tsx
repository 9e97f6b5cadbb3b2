import { useState } from 'react'
import { useDates } from '../kernel/dates.tsx'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { coinText, moneyText, percentText } from '../kernel/money-text.ts'
import { useCan } from '../kernel/permissions.ts'
import { retryMs } from '../kernel/read-again.ts'
import { useQueryParams } from '../kernel/router.tsx'
import { useSession } from '../kernel/session.ts'
import { sentenceOf } from '../kernel/transport.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { KvRow, KvRows } from '../ui/kv-rows.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { NoteBox } from '../ui/note-box.tsx'
import { ActionBar, Page } from '../ui/page-parts.tsx'
import { PageHeader } from '../ui/page.tsx'
import { Panel } from '../ui/panel.tsx'
import { networkName, rateText } from '../ui/payments/load-wire.ts'
import { SelectField } from '../ui/select-field.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { HolderField, type Holder } from '../ui/wallets/holder-field.tsx'
import { amountOf } from '../ui/wallets/typed-amount.ts'
import { WalletInput } from '../ui/wallets/money-fields.tsx'
import { AmountInput } from '../ui/wallets/money-form.tsx'
import { useCoinForm, type CoinForm, type CoinStart } from './use-coin-form.ts'

preloadText('walletMoney')

const listPath = '/admin/wallets/deposits'

type Quote = NonNullable<CoinForm['quote']['data']>

const PriceRows = ({ form, quote }: { form: CoinForm; quote: Quote }) => {
  const t = useText('topUps')
  const date = useDates()
  const { offer, wallet } = form
  if (!offer) return null
  return (
    <Panel>
      <KvRows>
        <KvRow name={t('coin.send')}>{coinText({ amount: quote.due, asset: quote.asset.symbol })}</KvRow>
        <KvRow name={t('coin.rate')}>{rateText(quote.rate)}</KvRow>
        <KvRow name={t('coin.fee', { percent: percentText(offer.feePercent) })}>{moneyText(offer.fee)}</KvRow>
        <KvRow name={t('coin.net')} total>
          {moneyText(offer.net)}
        </KvRow>
        <KvRow name={t('coin.from')}>
          {wallet === 'immediate' ? t('coin.atOnce') : date(offer.usualAt, 'dayTime')}
        </KvRow>
      </KvRows>
    </Panel>
  )
}

/** The form shows itself why there is no price. */
const Price = ({ form }: { form: CoinForm }) => (
  <Loaded reads={{ quote: form.quote }} waiting={null} failed={null}>
    {({ quote }) => <PriceRows form={form} quote={quote} />}
  </Loaded>
)

const Form = ({ companyId, start }: { companyId: string; start: CoinStart }) => {
  const t = useText('topUps')
  const money = useText('moneyForms')
  const coins = useCoinForm(companyId, start)
  const { form, options, wallet, quote } = coins
  return (
    <Loaded reads={{ options }} waiting={<Skeleton className="h-72" />} failed={t('coin.noOptions')}>
      {({ options: { company, assets, limits } }) => (
        <form noValidate className="flex flex-col gap-4" onSubmit={coins.lock}>
          <Panel>
            <div className="flex flex-col gap-5">
              <p className="text-mute">{t('coin.own', { name: company.name })}</p>
              <WalletInput form={form} name="wallet" label={t('form.wallet')} />
              <AmountInput
                label={t('coin.amount')}
                hint={t('coin.amountHint', {
                  minimum: moneyText(limits[wallet].minimum),
                  maximum: moneyText(limits[wallet].maximum),
                  left: moneyText(limits[wallet].leftToday),
                })}
                {...form.field('amount')}
                error={coins.problem ?? undefined}
              />
              <SelectField
                label={t('coin.asset')}
                {...form.register('asset')}
                value={coins.asset}
                options={assets.map(({ symbol, network }) => ({
                  value: `${symbol}@${network}`,
                  label: t('coin.onNetwork', { asset: symbol, network: networkName(network) }),
                }))}
              />
            </div>
          </Panel>
          {coins.amount !== null && quote.error && (
            <NoteBox tone="bad" role="alert" title={t('coin.noPrice')}>
              {sentenceOf(quote.error)}
              {retryMs(quote.error) !== false && `. ${money('priceAgain')}`}
            </NoteBox>
          )}
          {coins.problem === null && <Price form={coins} />}
          <ActionBar>
            <Button type="submit" variant="primary" busy={coins.isLocking} disabled={!coins.canLock}>
              {t('coin.lock')}
            </Button>
            <ButtonLink to={listPath}>{t('form.cancel')}</ButtonLink>
          </ActionBar>
        </form>
      )}
    </Loaded>
  )
}

/** The wallet and the amount of the address, which are those of the company in it. */
const useStart = (companyId: string | undefined): CoinStart => {
  const [{ company, wallet, amount = '' }] = useQueryParams()
  const isTheirs = company !== undefined && company === companyId
  return {
    wallet: isTheirs && wallet === 'immediate' ? wallet : 'regular',
    amount: isTheirs ? (amountOf(amount) ?? '') : '',
  }
}

/** A deposit of a company by crypto: `/admin/wallets/deposits/crypto`, also with `?company=&wallet=&amount=`. */
export const NewCoinDepositPage = () => {
  const t = useText('topUps')
  const can = useCan()
  const { user } = useSession()
  const [{ company: start }] = useQueryParams()
  const [company, setCompany] = useState<Holder | null>(null)
  // Who only sees deposits makes those of their own company.
  const isForOthers = can('deposits.create') === true
  const companyId = isForOthers ? company?.id : user?.user_company.id
  const first = useStart(companyId)
  return (
    <Page>
      <PageHeader title={t('coin.title')} back={listPath} />
      <p className="text-mute">{t('coin.lead')}</p>
      {isForOthers && (
        <Panel>
          <HolderField
            label={t('form.company')}
            chosen={company}
            start={start ?? null}
            error={company !== null && company.kind !== 'company' ? t('form.noCompany') : null}
            choose={setCompany}
          />
        </Panel>
      )}
      {companyId !== undefined && (!isForOthers || company?.kind === 'company') && (
        <Form key={companyId} companyId={companyId} start={first} />
      )}
    </Page>
  )
}
