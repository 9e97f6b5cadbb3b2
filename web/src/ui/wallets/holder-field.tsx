import { findWalletHolders, getWalletHolder } from '@cardamom/contract/wallets/wallet-money'
import type { WireOf } from '@cardamom/contract/endpoint'
import { useEffect, useId, useState } from 'react'
import { useText } from '../../kernel/i18n.tsx'
import { moneyText } from '../../kernel/money-text.ts'
import { useCall, useSettled } from '../../kernel/query.ts'
import { sentenceOf } from '../../kernel/transport.ts'
import { Avatar } from '../avatar.tsx'
import { Button } from '../button.tsx'
import { FieldError } from '../field.tsx'
import { TextField } from '../text-field.tsx'

export type Holder = WireOf<typeof getWalletHolder>

const stillMs = 300
const shortest = 3

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

const Results = ({ q, choose }: { q: string; choose: (holder: Holder) => void }) => {
  const t = useText('walletMoney')
  const found = useCall(
    findWalletHolders,
    { input: { q }, errors: 'none' },
    { showsPrevious: true, staleMs: 0 },
  )
  const text =
    found.error !== null
      ? found.error.code === 'email_not_found'
        ? sentenceOf(found.error)
        : t('failed')
      : found.data?.length === 0
        ? t('none')
        : null
  return (
    <>
      <p role="status" className="pt-1.5 text-base text-mute empty:hidden md:text-sm">
        {text}
      </p>
      {found.error === null && (found.data?.length ?? 0) > 0 && (
        <ul className="mt-2 max-h-80 overflow-y-auto rounded-xl border border-line *:not-last:border-b *:not-last:border-line2">
          {found.data?.map((holder) => (
            <li key={holder.id}>
              <button
                type="button"
                onClick={() => choose(holder)}
                className="flex min-h-14 w-full flex-col gap-1 px-4 py-2.5 text-left -outline-offset-2 hover:bg-fill md:text-base"
              >
                <HolderName holder={holder} />
                <Balances {...holder} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

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
}: {
  label: string
  chosen: Holder | null
  /** Id of the one that the address names. */
  start: string | null
  error: string | null
  choose: (holder: Holder | null) => void
}) => {
  const t = useText('walletMoney')
  const id = useId()
  const [typed, setTyped] = useState('')
  const q = useSettled(typed.trim(), stillMs)
  useStart(start, choose)
  if (chosen)
    return (
      <div role="group" aria-labelledby={id}>
        <p id={id} className="pb-1.5 text-base font-medium md:text-sm">
          {label}
        </p>
        <div className="flex items-center justify-between gap-3 rounded-xl border border-line px-4 py-2.5 max-2xs:flex-col max-2xs:items-start">
          <div className="min-w-0">
            <HolderName holder={chosen} />
            <Balances {...chosen} />
          </div>
          <Button size="small" onClick={() => choose(null)}>
            {t('change')}
          </Button>
        </div>
        {error !== null && <FieldError>{error}</FieldError>}
      </div>
    )
  return (
    <div>
      <TextField
        label={label}
        type="search"
        placeholder={t('search')}
        hint={t('searchHint')}
        error={error ?? undefined}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={100}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      {q.length >= shortest && (
        <Results
          q={q}
          choose={(holder) => {
            setTyped('')
            choose(holder)
          }}
        />
      )}
    </div>
  )
}
