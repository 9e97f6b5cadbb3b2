import type { accountCodes } from '@cardamom/contract/reports/ledger-accounts'
import { useText } from '../../kernel/i18n.tsx'

/** Returns the name of an account of the ledger by its code, as accountants read it. */
export const useCodeName = () => {
  const t = useText('ledgerAccounts')
  return (account: string): string =>
    t(`values.code.${account.replaceAll('.', '_') as (typeof accountCodes)[number]}`)
}
