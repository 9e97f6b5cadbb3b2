import { listOwnSettlements } from '@cardamom/contract/settlements'
import { preloadText, useText } from '../../kernel/i18n.tsx'
import { useCall } from '../../kernel/query.ts'
import { TextLink } from '../button.tsx'
import { Rows } from '../list-row.tsx'
import { SectionTitle } from '../panel.tsx'
import { SettlementRow } from './settlement-row.tsx'
import { settlementLive } from './settlement-tones.ts'

preloadText('walletLines')

const shown = 5

/** The last settlements that were paid to the reader's wallets, among their deposits; nothing for who has none. */
export const PaidSettlements = () => {
  const t = useText('walletLines')
  const { data } = useCall(
    listOwnSettlements,
    { input: { status: 'paid', limit: shown }, errors: 'none' },
    { live: settlementLive },
  )
  if (!data || data.items.length === 0) return null
  return (
    <>
      <SectionTitle aside={<TextLink to="/wallet/settlements">{t('settlement.all')}</TextLink>}>
        {t('settlement.list')}
      </SectionTitle>
      <Rows label={t('settlement.list')}>
        {data.items.map((row) => (
          <SettlementRow key={row.id} row={row} />
        ))}
      </Rows>
    </>
  )
}
