import type { SettingValue } from '@cardamom/contract/settings'
import type { Queries } from '../kernel/queries.ts'
import type { PayinLimit } from '../limits/limits.sql.ts'
import type { PaymentAsset } from '../providers/rail/port.ts'
import { readSetting } from '../settings/settings.sql.ts'

/** A coin that a new load may be paid with, and its smallest load in cents; 0: no minimum of its own. */
export type PayableAsset = PaymentAsset & { readonly minimumCents: bigint }

/** The coins of the chain that the operator offers. */
export const payableAssets = (
  assets: readonly PaymentAsset[],
  rules: SettingValue<'paymentAssets'>,
): PayableAsset[] =>
  assets.flatMap((asset) => {
    const rule = rules.find((each) => each.asset === asset.symbol && each.network === asset.network)
    return rule?.isOffered === false ? [] : [{ ...asset, minimumCents: rule?.minimum ?? 0n }]
  })

/** The coins for new quotes. A quoted load does not depend on them: what was quoted can be paid. */
export const readPayableAssets = async (
  sql: Queries,
  assets: readonly PaymentAsset[],
): Promise<PayableAsset[]> => payableAssets(assets, await readSetting(sql, 'paymentAssets'))

/** The limits of a load that is paid with this coin: the greater one of both minimums. */
export const withMinimum = (
  limit: PayinLimit,
  { minimumCents }: Pick<PayableAsset, 'minimumCents'>,
): PayinLimit => ({
  ...limit,
  minimumCents: minimumCents > limit.minimumCents ? minimumCents : limit.minimumCents,
})

/** The limits of a load with the coin that has the smallest minimum. */
export const withLeastMinimum = (limit: PayinLimit, payable: readonly PayableAsset[]): PayinLimit => {
  const [first, ...others] = payable.map(({ minimumCents }) => minimumCents)
  if (first === undefined) return limit
  return withMinimum(limit, { minimumCents: others.reduce((a, b) => (a < b ? a : b), first) })
}
