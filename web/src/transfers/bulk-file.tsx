import { FileUp, FileSpreadsheet } from 'lucide-react'
import { useRef, useState } from 'react'
import { useText } from '../kernel/i18n.tsx'
import { Button } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { Panel } from '../ui/panel.tsx'
import { TextArea } from '../ui/text-field.tsx'

const mostBytes = 300_000
const template = '\u{feff}card,email,amount,note\r\n'

const saveTemplate = (name: string) => {
  const url = URL.createObjectURL(new Blob([template], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `${name}.csv`
  link.click()
  URL.revokeObjectURL(url)
}

/** The rows of a file: chosen, dropped or pasted. */
export const BulkFile = ({
  value,
  error,
  onChange,
}: {
  value: string
  error: string | null
  onChange: (text: string) => void
}) => {
  const t = useText('walletLoadBatches')
  const input = useRef<HTMLInputElement>(null)
  const [wrong, setWrong] = useState<string | null>(null)
  const [isOver, setOver] = useState(false)
  const read = async (file: File | undefined) => {
    if (!file) return
    if (file.size > mostBytes) return setWrong(t('file.tooLarge'))
    try {
      const text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer())
      setWrong(null)
      onChange(text)
    } catch {
      setWrong(t('file.unreadable'))
    }
  }
  return (
    <Panel title={t('file.title')}>
      <div
        className={cx('flex flex-col gap-4 rounded-xl', isOver && 'outline-2 outline-offset-4 outline-brand')}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          void read(event.dataTransfer.files[0])
        }}
      >
        <p className="wrap-anywhere text-mute">{t('file.columns')}</p>
        <div className="flex flex-wrap gap-3">
          <input
            ref={input}
            type="file"
            accept=".csv,text/csv,text/plain"
            aria-label={t('file.choose')}
            className="sr-only"
            tabIndex={-1}
            onChange={(event) => {
              void read(event.target.files?.[0])
              event.target.value = ''
            }}
          />
          <Button icon={FileUp} onClick={() => input.current?.click()}>
            {t('file.choose')}
          </Button>
          <Button variant="ghost" icon={FileSpreadsheet} onClick={() => saveTemplate(t('file.templateName'))}>
            {t('file.template')}
          </Button>
        </div>
        <TextArea
          label={t('file.label')}
          hint={t('file.hint')}
          error={wrong ?? error ?? undefined}
          rows={8}
          spellCheck={false}
          value={value}
          onChange={({ target }) => {
            setWrong(null)
            onChange(target.value)
          }}
        />
      </div>
    </Panel>
  )
}
