import { suspenseTargets, treasuryKinds } from '@cardamom/contract/treasury/treasury-operations'
import { capital } from '../kernel/date-text.ts'
import { useDates } from '../kernel/dates.tsx'
import { useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { useModuleName } from './module-name.ts'

type Rule = {
  readonly asset: string
  readonly network: string
  readonly isOffered: boolean
  readonly minimum: string
}

/** Whether payers may pay with a coin, and from which amount. */
export const useRuleText = () => {
  const t = useText('settings')
  return ({ asset, network, isOffered, minimum }: Rule): string => {
    const facts = { coin: asset, network: capital(network), amount: moneyText(minimum) }
    return t(isOffered ? 'assets.from' : 'assets.off', facts)
  }
}

const amounts: ReadonlySet<string> = new Set([
  'maximumEmergencyLoad',
  'masterBalanceThreshold',
  'refundMinimum',
  'smallOverpayment',
  'secondPersonReview',
  'limitMinimum',
  'limitMaximum',
  'limitDaily',
  'balanceAllowance',
  'secondPersonTransfer',
  'secondPersonAdjustment',
  'secondPersonWire',
  'secondPersonSettlement',
  'withdrawalFee',
])

const isWallet = (value: string): value is 'regular' | 'immediate' =>
  value === 'regular' || value === 'immediate'
const risks = ['clear', 'hit', 'unavailable', 'unchecked'] as const
const isRisk = (value: string): value is (typeof risks)[number] => risks.some((each) => each === value)
const isAdjustment = (value: string): value is 'credit' | 'debit' => value === 'credit' || value === 'debit'

const isTreasuryKind = (value: string): value is (typeof treasuryKinds)[number] =>
  treasuryKinds.some((kind) => kind === value)

const isSuspenseTarget = (value: string): value is (typeof suspenseTargets)[number] =>
  suspenseTargets.some((target) => target === value)

/** Facts that need words of the admin area: rules, amounts, wallets, what withdrawals sign. Null: another fact. */
export const useSettingFact = () => {
  const t = useText('settings')
  const ofLimits = useText('payinLimits')
  const w = useText('walletMoney')
  const a = useText('walletAdjustments')
  const o = useText('treasuryOperations')
  const ofWithdrawals = useText('withdrawals')
  const date = useDates()
  const moduleName = useModuleName()
  const ruleText = useRuleText()
  /** `T2 users` as a module and its tier. */
  const restriction = (part: string): string => {
    const [, tier = '', module = ''] = /^T(\d) (.+)$/.exec(part) ?? []
    return tier === '' ? part : t('restriction', { module: moduleName(module), tier })
  }
  /** `USDC ethereum 50.00` or `USDC ethereum off`. */
  const rule = (part: string): string => {
    const [, asset = '', network = '', minimum = ''] = /^(.+) (\S+) (\S+)$/.exec(part) ?? []
    return asset === '' ? part : ruleText({ asset, network, isOffered: minimum !== 'off', minimum })
  }
  const parts = (value: string, read: (part: string) => string) => value.split(', ').map(read).join(', ')
  return (fact: string, value: string): string | null => {
    if (amounts.has(fact)) return moneyText(value)
    if (fact === 'payinCategory') return ofLimits(`values.category.${value}` as 'values.category.transfer')
    if (fact === 'wallet' && isWallet(value)) return w(`wallet.${value}`)
    if (fact === 'network') return capital(value)
    if (fact === 'addressRisk' && isRisk(value)) return ofWithdrawals(`risk.${value}`)
    if (fact === 'requestedSince') return date(value, 'dayTime')
    if (fact === 'adjustmentType' && isAdjustment(value)) return a(`values.type.${value}`)
    if (fact === 'treasuryKind' && isTreasuryKind(value)) return o(`values.kind.${value}`)
    if (fact === 'suspenseTarget' && isSuspenseTarget(value)) return o(`form.targets.${value}`)
    const isNone = value === '' || value === '—'
    if (fact === 'tierRestrictions') return isNone ? t('none') : parts(value, restriction)
    if (fact === 'explorerLinks') return isNone ? t('explorers.none') : value
    if (fact === 'paymentAssets') return isNone ? t('assets.all') : parts(value, rule)
    return null
  }
}
