import { useText } from '../kernel/i18n.tsx'

/** Names of the modules, by their ids. */
const moduleKeys = {
  'loads.immediate': 'loadsImmediate',
  transfers: 'transfers',
  withdrawals: 'withdrawals',
  'cards.request': 'cardsRequest',
  users: 'users',
  webhooks: 'webhooks',
  'fees.view': 'feesView',
} as const
type RestrictableModule = keyof typeof moduleKeys
export const restrictableModules = Object.keys(moduleKeys) as RestrictableModule[]

/** The name of a module that can be switched off for a tier; a module of a newer server is shown as its id. */
export const useModuleName = () => {
  const t = useText('settings')
  return (module: string): string =>
    module in moduleKeys ? t(`modules.${moduleKeys[module as RestrictableModule]}`) : module
}
