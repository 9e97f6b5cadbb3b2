import { amountFacts, stepUpFacts, type StepUpFact } from '@cardamom/contract/access/step-up-shown'
import { useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { usePermissionText } from '../kernel/permission-text.ts'
import { useSettingFact } from '../ui/setting-fact.ts'

const amounts: ReadonlySet<string> = new Set<StepUpFact>(['payment', 'day', 'month', ...amountFacts])
const isFact = (name: string): name is StepUpFact => stepUpFacts.some((known) => known === name)

/** Names and values of a request's facts, in the reader's language. A fact of a newer server is shown as it is. */
export const useFactText = () => {
  const t = useText('stepUp')
  const ofPermissions = usePermissionText()
  const ofSettings = useSettingFact()
  return {
    nameOf: (name: string): string => (isFact(name) ? t(`fact.${name}`) : name),
    valueOf: (name: string, value: string): string => {
      if (amounts.has(name)) return value === 'none' ? t('noLimit') : moneyText(value)
      if (name === 'otpLogin' || name === 'hideAccountExistence') return t(value === 'on' ? 'on' : 'off')
      return ofSettings(name, value) ?? ofPermissions.valueOf(name, value)
    },
  }
}
