import { listOwnWalletLines } from '@cardamom/contract/wallets/wallet-lines'
import { useListPages } from '../ui/list/use-list-pages.ts'
import { useWalletChoice } from './wallet-choice.tsx'
import { useStatementDays } from './statement-period.tsx'
import { WalletLines } from './wallet-lines.tsx'
import { WalletFrame, walletLive } from './wallet-parts.tsx'
import { OwnWalletStatement } from './wallet-statement.tsx'

/** The lines of the person's own wallets: `/wallet/lines`. */
export const OwnLinesPage = () => {
  const { wallet, choice } = useWalletChoice()
  const days = useStatementDays()
  const pages = useListPages(listOwnWalletLines, { query: { wallet, ...days }, live: walletLive })
  return (
    <WalletFrame view="lines">
      <div className="flex justify-end">{choice}</div>
      <OwnWalletStatement wallet={wallet} days={days} />
      <WalletLines key={wallet} pages={pages} isPeriod={days.until !== undefined} />
    </WalletFrame>
  )
}
