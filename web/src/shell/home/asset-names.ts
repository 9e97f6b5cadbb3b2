import { useText } from '../../kernel/i18n.tsx'
import type { Home } from './home-facts.ts'

/** `USDC`, `USDC or USDT`, `USDC, USDT or DAI`. */
export const useAssetNames = (home: Home): string => {
  const t = useText('home')
  const names = [...new Set((home.loadOptions?.assets ?? []).map(({ symbol }) => symbol))]
  const last = names.at(-1) ?? ''
  const before = names.slice(0, -1).join(', ')
  return before === '' ? last : t('journey.or', { first: before, second: last })
}
