import type { getCompanyLoad } from '@cardamom/contract/loads/company-loads'
import type { WireOf } from '@cardamom/contract/endpoint'
import { useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { TextLink } from '../ui/button.tsx'
import { KvRow, KvRows } from '../ui/kv-rows.tsx'
import { DateText } from '../ui/money.tsx'

/** Parts of a load that were undone or reversed, each with the load that its money is now. */
export const PartsPart = ({ found: { load } }: { found: WireOf<typeof getCompanyLoad> }) => {
  const t = useText('companyLoads')
  if (load.parts.length === 0) return null
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-semibold">{t('part.title')}</h3>
      <KvRows>
        {load.parts.map(({ kind, gross, net, at, loadId, ref }) => (
          <KvRow
            key={loadId}
            name={<TextLink to={`/admin/loads?open=${loadId}`}>{ref}</TextLink>}
            below={
              <>
                {t(`part.${kind}`, { net: moneyText(net) })} · <DateText value={at} variant="dayTime" />
              </>
            }
          >
            {moneyText(gross)}
          </KvRow>
        ))}
      </KvRows>
    </section>
  )
}
