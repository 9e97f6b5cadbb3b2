import type { WireOf } from '@cardamom/contract/endpoint'
import { listPaymentAssets } from '@cardamom/contract/settings/gateway'
import { capital } from '../kernel/date-text.ts'
import { useText } from '../kernel/i18n.tsx'
import { useCall } from '../kernel/query.ts'
import { Loaded } from '../ui/loaded.tsx'
import { NoteBox } from '../ui/note-box.tsx'
import type { RecordFormState } from '../ui/record-form.tsx'
import { TextField } from '../ui/text-field.tsx'
import { Switch } from '../ui/toggles.tsx'
import { sentRules, type AssetRule } from './setting-value.ts'

type Asset = WireOf<typeof listPaymentAssets>['assets'][number]
type FormProps = { readonly form: RecordFormState; readonly disabled: boolean }
const name = 'paymentAssets'
const isAmount = /^(?:\d+(?:\.\d{1,2})?)?$/

const isOf =
  ({ symbol, network }: Asset) =>
  (rule: AssetRule) =>
    rule.asset === symbol && rule.network === network
const usual = ({ symbol, network }: Asset): AssetRule => ({
  asset: symbol,
  network,
  isOffered: true,
  minimum: '',
})

/** The typed rules. A coin without a rule is offered, and has no minimum of its own. */
const useRules = ({ form }: Pick<FormProps, 'form'>, assets: readonly Asset[]) => {
  const rules = JSON.parse(form.watch(name)) as AssetRule[]
  const ruleOf = (asset: Asset) => rules.find(isOf(asset)) ?? usual(asset)
  const change = (changed: readonly AssetRule[]) => {
    const all = assets.map((asset) => changed.find(isOf(asset)) ?? ruleOf(asset))
    const unusual = all.filter(({ isOffered, minimum }) => !isOffered || minimum !== '')
    form.setValue(name, JSON.stringify(unusual), { shouldDirty: true })
  }
  /** A refusal names a rule by its position among those that were sent. It is gone as soon as the amount is one. */
  const errorOf = (asset: Asset) =>
    isAmount.test(ruleOf(asset).minimum.trim())
      ? undefined
      : form.errorOf(`${name}.${sentRules(rules).findIndex(isOf(asset))}.minimum`)
  return { ruleOf, change, errorOf }
}

const AssetRow = ({
  asset,
  of,
  disabled,
}: {
  asset: Asset
  of: ReturnType<typeof useRules>
  disabled: boolean
}) => {
  const t = useText('settings')
  const rule = of.ruleOf(asset)
  const set = (over: Partial<AssetRule>) => of.change([{ ...rule, ...over }])
  return (
    <li className="grid grid-cols-1 gap-x-6 gap-y-1 border-t border-line2 py-3 md:grid-cols-2 md:items-start">
      <Switch
        checked={rule.isOffered}
        disabled={disabled}
        hint={asset.name}
        onChange={({ target }) => set({ isOffered: target.checked })}
      >
        {t('assets.coin', { coin: asset.symbol, network: capital(asset.network) })}
      </Switch>
      <TextField
        label={t('assets.minimum', { coin: asset.symbol })}
        start="$"
        inputMode="decimal"
        autoComplete="off"
        value={rule.minimum}
        error={of.errorOf(asset)}
        disabled={disabled || !rule.isOffered}
        onChange={({ target }) => set({ minimum: target.value })}
      />
    </li>
  )
}

const Networks = ({ assets, form, disabled }: FormProps & { assets: readonly Asset[] }) => {
  const t = useText('settings')
  const of = useRules({ form }, assets)
  const networks = [...new Set(assets.map(({ network }) => network))]
  return (
    <>
      {networks.map((network) => {
        const own = assets.filter((asset) => asset.network === network)
        const title = capital(network)
        return (
          <section key={network} aria-label={title}>
            <Switch
              checked={own.some((asset) => of.ruleOf(asset).isOffered)}
              disabled={disabled}
              onChange={({ target }) =>
                of.change(own.map((asset) => ({ ...of.ruleOf(asset), isOffered: target.checked })))
              }
            >
              <span className="font-medium">{t('assets.network', { network: title })}</span>
            </Switch>
            <ul>
              {own.map((asset) => (
                <AssetRow key={asset.symbol} asset={asset} of={of} disabled={disabled} />
              ))}
            </ul>
          </section>
        )
      })}
      {assets.every((asset) => !of.ruleOf(asset).isOffered) && (
        <NoteBox tone="warn" title={t('assets.nothing')} role="status" />
      )}
    </>
  )
}

/** What payers may pay with: the coins of the connected chain, each with its smallest load. */
export const AssetRules = ({ label, hint, ...of }: FormProps & { label: string; hint: string }) => {
  const t = useText('settings')
  const found = useCall(listPaymentAssets, {})
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="sr-only">{label}</legend>
      <p className="text-base text-mute md:text-sm">{hint}</p>
      <Loaded reads={{ found }} failed={t('failed')}>
        {({ found: { assets } }) => <Networks assets={assets} {...of} />}
      </Loaded>
    </fieldset>
  )
}
