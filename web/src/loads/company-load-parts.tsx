import type { getCompanyLoad } from '@cardamom/contract/loads/company-loads'
import type { WireOf } from '@cardamom/contract/endpoint'
import { useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { TextLink } from '../ui/button.tsx'
import { KvRow, KvRows } from '../ui/kv-rows.tsx'
import { DateText } from '../ui/money.tsx'
import { useExceptionText } from './exception-text.ts'

type FoundLoad = WireOf<typeof getCompanyLoad>

/** What differs from the quote; of a part that was undone or reversed, its load. */
export const Origin = ({
  exception,
  load,
}: {
  exception: string | null
  load: FoundLoad['load'] | undefined
}) => {
  const t = useText('companyLoads')
  const exceptionText = useExceptionText()
  if (exception !== null) return exceptionText(exception)
  // The row of the list has no origin: the line stays empty until the load is read.
  if (!load) return '\u00A0'
  if (!load.partOf) return exceptionText(null)
  const { id, ref } = load.partOf
  return t.rich('partOf', {
    ref,
    load: (text) => <TextLink to={`/admin/loads?open=${id}`}>{text}</TextLink>,
  })
}

/** Parts of a load that were undone or reversed, each with the load that its money is now. */
export const PartsPart = ({ found: { load } }: { found: FoundLoad }) => {
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
