import { listFactors, makeRecoveryCodes, type Factors } from '@cardamom/contract/access/factors'
import { listSecurityEvents } from '@cardamom/contract/access/security'
import { Download, LifeBuoy } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../../kernel/i18n.tsx'
import { useAction } from '../../kernel/query.ts'
import { Button, TextButton } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Disc } from '../../ui/list-row.tsx'

const changes = [listFactors, listSecurityEvents] as const

const saveAsFile = (codes: readonly string[]) => {
  const url = URL.createObjectURL(new Blob([`${codes.join('\n')}\n`], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = url
  link.download = 'cardamom-recovery-codes.txt'
  link.click()
  URL.revokeObjectURL(url)
}

/** The ten new codes, which are shown only once. */
const Shown = ({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) => {
  const t = useText('security')
  return (
    <Dialog
      open
      size="small"
      onClose={onClose}
      title={t('codes.shownTitle')}
      lead={t('codes.shownLead')}
      actions={
        <Button variant="primary" onClick={onClose}>
          {t('codes.done')}
        </Button>
      }
    >
      <ul className="num grid grid-cols-2 gap-x-4 gap-y-2 rounded-lg bg-fill p-4 text-base tracking-[0.025em]">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="grid grid-cols-1 gap-2 pt-4 min-[360px]:grid-cols-2">
        <CopyButton text={codes.join('\n')} word={t('codes.copy')} />
        <Button icon={Download} fullWidth onClick={() => saveAsFile(codes)}>
          {t('codes.download')}
        </Button>
      </div>
    </Dialog>
  )
}

/** The number of recovery codes that are left, and a button for new ones. */
export const RecoveryCodesRow = ({ factors }: { factors: Factors }) => {
  const t = useText('security')
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const make = useAction(makeRecoveryCodes, { changes, onDone: (answer) => setCodes(answer.codes) })
  const { recoveryCodes, items } = factors
  const below =
    items.length === 0
      ? t('codes.needFactor')
      : recoveryCodes === null
        ? t('codes.none')
        : t('codes.left', { left: recoveryCodes.left })
  return (
    <li className="flex items-center gap-x-3.5 gap-y-3 px-4 py-3.5 max-xs:flex-wrap md:text-base">
      <Disc icon={LifeBuoy} tone={recoveryCodes?.isLow === true ? 'warn' : 'neutral'} />
      <div className="min-w-0 grow basis-0 max-xs:min-w-40">
        <p className="font-medium">{t('codes.title')}</p>
        <p className="text-base text-mute md:text-sm">{below}</p>
      </div>
      {items.length > 0 && (
        <div className="shrink-0 max-xs:w-full max-xs:pl-13.5">
          <TextButton disabled={make.isPending} onClick={() => make.mutate({})}>
            {t(recoveryCodes === null ? 'codes.make' : 'codes.renew')}
          </TextButton>
        </div>
      )}
      {codes !== null && <Shown codes={codes} onClose={() => setCodes(null)} />}
    </li>
  )
}
