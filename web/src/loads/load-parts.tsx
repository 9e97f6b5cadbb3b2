import { useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { TextLink } from '../ui/button.tsx'
import { KvRow, KvRows } from '../ui/kv-rows.tsx'
import { DateText } from '../ui/money.tsx'
import { Panel } from '../ui/panel.tsx'
import { undoneFrom, type LoadOnWire } from '../ui/payments/load-wire.ts'

/** Nothing happened to the load since it is a part of another one, so its page is titled by that. */
export const isTitledByOrigin = ({ partOf, status, exception, history }: LoadOnWire): boolean =>
  partOf !== null && status === 'review' && exception === null && !undoneFrom(history)

/** Names the load that a load is a part of. */
export const PartOfText = ({ partOf: { id, ref } }: { partOf: NonNullable<LoadOnWire['partOf']> }) =>
  useText('loads').rich('partOf', {
    ref,
    load: (text) => <TextLink to={`/load/${id}`}>{text}</TextLink>,
  })

/** Parts of a load that were undone or reversed, each with the load where its payer chooses what happens to the money. */
export const LoadParts = ({ parts }: Pick<LoadOnWire, 'parts'>) => {
  const t = useText('loads')
  if (parts.length === 0) return null
  return (
    <Panel title={t('parts.title')}>
      <KvRows>
        {parts.map(({ kind, gross, at, loadId, ref }) => (
          <KvRow
            key={loadId}
            name={
              <span className="whitespace-nowrap">
                <TextLink to={`/load/${loadId}`}>{ref}</TextLink>
              </span>
            }
            below={
              <>
                {t(`parts.${kind}`)} · <DateText value={at} variant="dayTime" />
              </>
            }
          >
            {moneyText(gross)}
          </KvRow>
        ))}
      </KvRows>
      <p className="text-base text-mute">{t('parts.choose')}</p>
    </Panel>
  )
}
