import type { FactorOnWire, Factors } from '@cardamom/contract/access/factors'
import { MoreVertical, Plus, ShieldPlus } from 'lucide-react'
import { useState } from 'react'
import { useRealDates } from '../../kernel/dates.tsx'
import { useText } from '../../kernel/i18n.tsx'
import { useRealNowMs } from '../../kernel/clock.ts'
import { Button, TextButton } from '../../ui/button.tsx'
import { dialogPart } from '../../ui/dialog.tsx'
import { Disc, Rows } from '../../ui/list-row.tsx'
import { SectionTitle } from '../../ui/panel.tsx'
import { Status } from '../../ui/status.tsx'
import { wayIcon } from '../step-up/proof-task.ts'

const FactorDialog = dialogPart(async () => (await import('./factor-dialog.tsx')).FactorDialog)

/** The server's and the browser's clocks differ a little. */
const clockDriftMs = 60_000

const Facts = ({ factor }: { factor: FactorOnWire }) => {
  const t = useText('security')
  const date = useRealDates()
  const nowMs = useRealNowMs()
  const { createdAt, lastUsedAt, synced, detail, fullFrom } = factor
  const fullMs = new Date(fullFrom).getTime()
  const waits = fullMs > nowMs && fullMs - new Date(createdAt).getTime() > clockDriftMs
  const at = date(createdAt, 'short')
  return (
    <>
      {synced !== null && <span className="block">{t(synced ? 'factors.synced' : 'factors.bound')}</span>}
      {detail !== null && <span className="block break-all">{detail}</span>}
      <span className="block">
        {lastUsedAt === null
          ? t('factors.created', { at })
          : t('factors.used', { at, used: date(lastUsedAt, 'near') })}
      </span>
      {waits && (
        <span className="block text-warn">{t('factors.fullFrom', { at: date(fullFrom, 'dayTime') })}</span>
      )}
    </>
  )
}

const FactorRow = ({ factor, isLast }: { factor: FactorOnWire; isLast: boolean }) => {
  const t = useText('security')
  const [isOpen, setOpen] = useState(false)
  return (
    <li className="flex gap-3.5 px-4 py-3.5 md:text-base">
      <Disc icon={wayIcon(factor.method)} tone="brand" />
      <div className="min-w-0 grow">
        <p className="font-medium wrap-anywhere">{factor.name}</p>
        <p className="text-base text-mute md:text-sm">
          <Facts factor={factor} />
        </p>
        {factor.thisDevice && (
          <div className="pt-2">
            <Status tone="good">{t('factors.thisDevice')}</Status>
          </div>
        )}
      </div>
      <Button variant="ghost" iconOnly icon={MoreVertical} onClick={() => setOpen(true)}>
        {t('factors.more', { name: factor.name })}
      </Button>
      <FactorDialog factor={factor} isLast={isLast} open={isOpen} onClose={() => setOpen(false)} />
    </li>
  )
}

const None = ({ onAdd }: { onAdd: () => void }) => {
  const t = useText('security')
  return (
    <li className="flex flex-col items-center gap-4 px-5 py-7 text-center">
      <Disc icon={ShieldPlus} />
      <div>
        <p className="font-semibold">{t('factors.none')}</p>
        <p className="text-mute md:text-base">{t('factors.noneLead')}</p>
      </div>
      <Button variant="primary" icon={Plus} onClick={onAdd}>
        {t('add.title')}
      </Button>
    </li>
  )
}

/** All factors of the person besides the password. */
export const FactorRows = ({ factors, onAdd }: { factors: Factors; onAdd: () => void }) => {
  const t = useText('security')
  const { items, mandatory } = factors
  const passkeys = items.filter(({ method }) => method === 'passkey')
  // The company requires a passkey, so other factors do not count.
  const isLast = ({ method }: FactorOnWire) => mandatory && method === 'passkey' && passkeys.length === 1
  return (
    <section className="flex flex-col gap-3">
      <SectionTitle
        aside={
          items.length > 0 && (
            <TextButton icon={Plus} onClick={onAdd}>
              {t('factors.add')}
            </TextButton>
          )
        }
      >
        {t('factors.title')}
      </SectionTitle>
      <Rows label={t('factors.title')}>
        {items.length === 0 ? (
          <None onAdd={onAdd} />
        ) : (
          items.map((factor) => <FactorRow key={factor.id} factor={factor} isLast={isLast(factor)} />)
        )}
      </Rows>
    </section>
  )
}
