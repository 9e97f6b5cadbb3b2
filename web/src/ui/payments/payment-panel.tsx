import { Wallet } from 'lucide-react'
import { useNowMs } from '../../kernel/clock.ts'
import { useDates } from '../../kernel/dates.tsx'
import { useText } from '../../kernel/i18n.tsx'
import { coinText } from '../../kernel/money-text.ts'
import { cx } from '../cx.ts'
import { CopyButton } from '../copy-button.tsx'
import { Meter } from '../meter.tsx'
import { NoteBox } from '../note-box.tsx'
import { Panel } from '../panel.tsx'
import { Qr } from '../qr.tsx'
import { Ring } from '../ring.tsx'
import { AddressText } from '../address-text.tsx'
import { coinOf, networkName, otherCoins, type PaymentOnWire } from './load-wire.ts'
import { walletLink } from './wallet-link.ts'

const share = (part: string, whole: string) => Math.min(1, Number(part) / Number(whole))

/** The ring appears in the last quarter of the time; before that a sentence names the end (ux §2). */
const TimeLeft = ({ load }: { load: PaymentOnWire }) => {
  const nowMs = useNowMs('second')
  const wholeMs = Date.parse(load.expiresAt) - Date.parse(load.quotedAt)
  const leftMs = Math.max(0, Date.parse(load.expiresAt) - nowMs)
  return leftMs < wholeMs / 4 ? <Ring leftMs={leftMs} wholeMs={wholeMs} tone="warn" size={56} /> : null
}

/**
 * A quote ends when the chain was read past its time; until then a warning says not to start a payment
 * (domain §5).
 */
const TimeOver = ({ load }: { load: PaymentOnWire }) => {
  const t = useText('loads')
  const nowMs = useNowMs('second')
  if (nowMs <= Date.parse(load.expiresAt)) return null
  return (
    <div className="pb-4">
      <NoteBox tone="warn">{t('timeOver')}</NoteBox>
    </div>
  )
}

/**
 * Another coin arrived, from the payer or from another person. It does not pay the load, and it is not lost.
 */
const OtherCoin = ({ load }: { load: PaymentOnWire }) => {
  const t = useText('loads')
  const coins = otherCoins(load)
  if (coins.length === 0) return null
  return (
    <div className="pb-4">
      <NoteBox tone="warn" role="status">
        {t('otherCoin', { coins: coins.join(', '), asset: load.asset.symbol })}
      </NoteBox>
    </div>
  )
}

const PartReceived = ({ load }: { load: PaymentOnWire }) => {
  const t = useText('loads')
  const { symbol } = load.asset
  const received = coinOf(load.received, symbol)
  const missing = coinOf(load.missing, symbol)
  const due = coinOf(load.due, symbol)
  const sentence = t('receivedOf', { received, due })
  return (
    <div className="pb-4">
      <h2 className="text-lg font-semibold">{t('sendRest')}</h2>
      <p className="pb-4 text-mute">{sentence}</p>
      <Meter label={sentence} share={share(load.received, load.due)} thick />
      <p className="num flex flex-wrap justify-between gap-x-3 pt-2 text-base">
        <span className="text-brand-text">{t('received', { amount: received })}</span>
        <span className="text-mute">{t('missing', { amount: missing })}</span>
      </p>
    </div>
  )
}

/** For the phone that holds the wallet: opens the wallet app with coin, address and amount filled in. */
const OpenWallet = ({ load }: { load: PaymentOnWire }) => {
  const t = useText('loads')
  const { address, missing: amount, asset } = load
  return (
    <a
      href={walletLink({ address, amount, asset })}
      className={cx(
        'hidden h-12 items-center justify-center gap-2 rounded-lg border border-line bg-surface px-4',
        'font-medium hover:bg-fill pointer-coarse:flex',
      )}
    >
      <Wallet aria-hidden size={20} />
      {t('openWallet')}
    </a>
  )
}

/**
 * The exact amount to send, the address and the time limit, with a QR code and copy buttons (product §2, ux
 * §2).
 */
export const PaymentPanel = ({ load }: { load: PaymentOnWire }) => {
  const t = useText('loads')
  const date = useDates()
  const { symbol, network } = load.asset
  const isPart = load.status !== 'quoted'
  const bold = (text: React.ReactNode) => <b className="font-medium text-ink">{text}</b>
  const facts = { network: networkName(network), time: date(load.expiresAt, 'time'), b: bold }
  return (
    <Panel>
      <TimeOver load={load} />
      <OtherCoin load={load} />
      {isPart && <PartReceived load={load} />}
      <div className="flex items-start justify-between gap-3 max-2xs:flex-wrap">
        <div className="min-w-0">
          <p className="text-base text-mute">{t('sendExactly')}</p>
          <p className="num text-xl font-semibold break-words">
            {coinText({ amount: load.missing, asset: symbol })}
          </p>
          <p className="text-base text-mute">
            {isPart ? t.rich('networkSameBy', facts) : t.rich('networkBy', facts)}
          </p>
        </div>
        <div className="flex items-center gap-2">
          <TimeLeft load={load} />
          <CopyButton text={load.missing} label={t('copyAmount')} />
        </div>
      </div>
      <div className="grid items-start gap-4 py-4 2xs:grid-cols-2">
        <Qr text={load.address} what={t('qrOf')} />
        <div>
          <p className="text-base text-mute">{t('address')}</p>
          <AddressText address={load.address} />
          <p className="pt-2 text-sm text-mute">{t('compare')}</p>
        </div>
      </div>
      <div className="flex flex-col gap-2">
        <OpenWallet load={load} />
        <CopyButton text={load.address} word={t('copyAddress')} variant="primary" />
      </div>
      <p className="pt-4 text-base text-mute">
        {t('onlyThis', { asset: symbol, network: networkName(network) })}
      </p>
      <p className="pt-2 text-base text-mute">{t('waiting')}</p>
    </Panel>
  )
}
