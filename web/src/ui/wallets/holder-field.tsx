import { findWalletHolders, getWalletHolder } from '@cardamom/contract/wallets/wallet-money'
import type { WireOf } from '@cardamom/contract/endpoint'
import { useEffect } from 'react'
import { useText } from '../../kernel/i18n.tsx'
import { moneyText } from '../../kernel/money-text.ts'
import { useCall } from '../../kernel/query.ts'
import { sentenceOf } from '../../kernel/transport.ts'
import { Avatar } from '../avatar.tsx'
import { RecordField } from '../record-field.tsx'

export type Holder = WireOf<typeof getWalletHolder>

/** The name of a holder, with the e-mail of a person or what it is. */
export const HolderName = ({
  holder,
}: {
  holder: Pick<Holder, 'kind' | 'name' | 'email' | 'companyName'>
}) => {
  const t = useText('walletMoney')
  const { kind, name, email, companyName } = holder
  return (
    <span className="flex min-w-0 items-center gap-3">
      <Avatar name={name} shape={kind} size={32} />
      <span className="min-w-0">
        <span className="block font-semibold wrap-anywhere">{name}</span>
        <span className="block text-base wrap-anywhere text-mute md:text-sm">
          {kind === 'company' ? t('company') : `${email ?? ''} · ${companyName}`}
        </span>
      </span>
    </span>
  )
}

const Balances = ({ regular, immediate }: Pick<Holder, 'regular' | 'immediate'>) => {
  const t = useText('walletMoney')
  return (
    <span className="num block text-base text-mute md:text-sm">
      {t('balances', { regular: moneyText(regular), immediate: moneyText(immediate) })}
    </span>
  )
}

const useFoundHolders = (q: string) => {
  const t = useText('walletMoney')
  const { data, error } = useCall(
    findWalletHolders,
    { input: { q }, errors: 'none' },
    { showsPrevious: true, staleMs: 0 },
  )
  const sentence = error?.code === 'email_not_found' ? sentenceOf(error) : t('failed')
  return { items: data, failed: error === null ? null : sentence }
}

const HolderLines = ({ holder }: { holder: Holder }) => (
  <>
    <HolderName holder={holder} />
    <Balances {...holder} />
  </>
)

/** The holder that the address of the page names, once it is read. */
const useStart = (start: string | null, choose: (holder: Holder) => void) => {
  const first = useCall(
    getWalletHolder,
    { params: { id: start ?? '' }, errors: 'none' },
    { enabled: start !== null, staleMs: Infinity },
  )
  const { data } = first
  useEffect(() => {
    if (data) choose(data)
    // oxlint-disable-next-line react/exhaustive-deps -- only the holder that the address names is chosen here
  }, [data])
}

/** Chooses whose wallet: a search by name or e-mail, and what it finds. */
export const HolderField = ({
  label,
  chosen,
  start,
  error,
  choose,
  fieldRef,
}: {
  label: string
  chosen: Holder | null
  /** Id of the one that the address names. */
  start: string | null
  error: string | null
  choose: (holder: Holder | null) => void
  fieldRef?: (element: HTMLInputElement | null) => void
}) => {
  const t = useText('walletMoney')
  useStart(start, choose)
  return (
    <RecordField
      label={label}
      texts={{ search: t('search'), hint: t('searchHint'), nothing: t('none'), change: t('change') }}
      useFound={useFoundHolders}
      result={(holder) => <HolderLines holder={holder} />}
      chosen={chosen && <HolderLines holder={chosen} />}
      error={error}
      choose={choose}
      fieldRef={fieldRef}
    />
  )
}
