import { checkFiles, type CheckFile } from '@cardamom/contract/settlements/settlement-check'
import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { useText } from '../kernel/i18n.tsx'
import { TextLink, textButtonClass } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { b } from '../ui/page-parts.tsx'
import { Panel } from '../ui/panel.tsx'

const folder = '/api/settlement-check/'

/** Downloads a file that the server has for everybody. */
export const CheckFileLink = ({ file }: { file: CheckFile }) => {
  const t = useText('settlementCheck')
  return (
    <a href={folder + checkFiles[file]} download className={textButtonClass()}>
      <Download aria-hidden size={18} className="shrink-0" />
      {t(`file.${file}`)}
    </a>
  )
}

const Step = ({ number, title, children }: { number: number; title: string; children: ReactNode }) => (
  <li className="flex gap-3">
    <span
      aria-hidden
      className="num flex size-7 shrink-0 items-center justify-center rounded-full bg-soft font-semibold text-brand-text"
    >
      {number}
    </span>
    <div className="flex min-w-0 grow flex-col gap-2">
      <h3 className="font-semibold">{title}</h3>
      {children}
    </div>
  </li>
)

/** The three steps with which anyone checks the file of a settlement. */
const Steps = ({ reference, settlement }: { reference: string; settlement?: string }) => {
  const t = useText('settlementCheck')
  const command = t('step.run.command', { ref: reference })
  return (
    <ol className="flex flex-col gap-5 text-base md:text-sm">
      <Step number={1} title={t('step.files.title')}>
        <p className="text-mute">
          {t('step.files.help')} {settlement}
        </p>
        <p className="flex flex-wrap gap-x-5 gap-y-2">
          <CheckFileLink file="checker" />
          <CheckFileLink file="key" />
        </p>
      </Step>
      <Step number={2} title={t('step.run.title')}>
        <p className="text-mute">{t('step.run.help')}</p>
        <div className="flex items-center gap-2">
          <code className="min-w-0 grow rounded-md bg-fill px-3 py-2 text-[0.8125rem] wrap-anywhere">
            {command}
          </code>
          <CopyButton text={command} label={t('step.run.copy')} />
        </div>
      </Step>
      <Step number={3} title={t('step.read.title')}>
        <p className="text-mute">
          {t.rich('step.read.help', { b })} {t('step.read.key')}
        </p>
      </Step>
    </ol>
  )
}

/** The steps on the page of a paid settlement. */
export const SettlementCheckPanel = ({ reference }: { reference: string }) => {
  const t = useText('settlementCheck')
  return (
    <Panel title={t('title')}>
      <div className="flex flex-col gap-5">
        <Steps reference={reference} settlement={t('step.files.settlement')} />
        <p className="text-base md:text-sm">
          <TextLink to="/settlement-check">{t('all')}</TextLink>
        </p>
      </div>
    </Panel>
  )
}

/** The steps for any settlement. */
export const SettlementCheckSteps = () => {
  const t = useText('settlementCheck')
  return (
    <Panel title={t('steps')}>
      <Steps reference="S-1234" />
    </Panel>
  )
}
