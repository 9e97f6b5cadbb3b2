import { listPaymentAssets } from '@cardamom/contract/settings/gateway'
import { capital } from '../kernel/date-text.ts'
import { useText } from '../kernel/i18n.tsx'
import { useCall } from '../kernel/query.ts'
import { Loaded } from '../ui/loaded.tsx'
import type { RecordFormState } from '../ui/record-form.tsx'
import { TextField } from '../ui/text-field.tsx'
import { sentLinks, type ExplorerLink } from './setting-value.ts'

const name = 'explorerLinks'

/** Where people see a transaction: an address for each network of the connected chain. */
export const ExplorerLinks = ({
  form,
  label,
  hint,
  disabled,
}: {
  form: RecordFormState
  label: string
  hint: string
  disabled: boolean
}) => {
  const t = useText('settings')
  const found = useCall(listPaymentAssets, {})
  const links = JSON.parse(form.watch(name)) as ExplorerLink[]
  const change = (network: string, link: string) => {
    const others = links.filter((each) => each.network !== network)
    const next = link === '' ? others : [...others, { network, link }]
    const sorted = next.toSorted((one, other) => one.network.localeCompare(other.network))
    form.setValue(name, JSON.stringify(sorted), { shouldDirty: true })
  }
  // A refusal names an address by its position among those that were sent.
  const errorOf = (network: string) =>
    form.errorOf(`${name}.${sentLinks(links).findIndex((each) => each.network === network)}.link`)
  return (
    <fieldset className="flex flex-col gap-4">
      <legend className="sr-only">{label}</legend>
      <p className="text-base text-mute md:text-sm">{hint}</p>
      <Loaded reads={{ found }} failed={t('failed')}>
        {({ found: { assets } }) =>
          [...new Set(assets.map(({ network }) => network))].map((network) => (
            <TextField
              key={network}
              label={t('explorers.field', { network: capital(network) })}
              placeholder="…/tx/{tx}"
              inputMode="url"
              autoComplete="off"
              maxLength={300}
              value={links.find((each) => each.network === network)?.link ?? ''}
              error={errorOf(network) ?? form.field(name).error}
              disabled={disabled}
              onChange={({ target }) => change(network, target.value)}
            />
          ))
        }
      </Loaded>
    </fieldset>
  )
}
