import { FileUp, FileSpreadsheet } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from './button.tsx'
import { cx } from './cx.ts'
import { Panel } from './panel.tsx'
import { TextArea } from './text-field.tsx'

const mostBytes = 300_000

const saveTemplate = (name: string, columns: string) => {
  const template = `\u{feff}${columns}\r\n`
  const url = URL.createObjectURL(new Blob([template], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `${name}.csv`
  link.click()
  URL.revokeObjectURL(url)
}

type TextName =
  | 'title'
  | 'columns'
  | 'choose'
  | 'template'
  | 'templateName'
  | 'label'
  | 'hint'
  | 'tooLarge'
  | 'unreadable'

type Texts = Readonly<Record<TextName, string>>

/** Reads a chosen or dropped file; `wrong`: why it could not be read. */
const useTextFile = (texts: Texts, onChange: (text: string) => void) => {
  const [wrong, setWrong] = useState<string | null>(null)
  const read = async (file: File | undefined) => {
    if (!file) return
    if (file.size > mostBytes) return setWrong(texts.tooLarge)
    try {
      const text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer())
      setWrong(null)
      onChange(text)
    } catch {
      setWrong(texts.unreadable)
    }
  }
  return { wrong, read, forget: () => setWrong(null) }
}

const Buttons = ({
  texts,
  columns,
  onFile,
}: {
  texts: Texts
  columns: string
  onFile: (file: File | undefined) => void
}) => {
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className="flex flex-wrap gap-3">
      <input
        ref={input}
        type="file"
        accept=".csv,text/csv,text/plain"
        aria-label={texts.choose}
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => {
          onFile(event.target.files?.[0])
          event.target.value = ''
        }}
      />
      <Button icon={FileUp} onClick={() => input.current?.click()}>
        {texts.choose}
      </Button>
      <Button
        variant="ghost"
        icon={FileSpreadsheet}
        onClick={() => saveTemplate(texts.templateName, columns)}
      >
        {texts.template}
      </Button>
    </div>
  )
}

/** The rows of a file: chosen, dropped or pasted. */
export const CsvFile = ({
  value,
  error,
  texts,
  columns,
  onChange,
}: {
  value: string
  error: string | null
  texts: Texts
  /** Names of the columns, as the first line of a file has them. */
  columns: string
  onChange: (text: string) => void
}) => {
  const { wrong, read, forget } = useTextFile(texts, onChange)
  const [isOver, setOver] = useState(false)
  return (
    <Panel title={texts.title}>
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
        <p className="wrap-anywhere text-mute">{texts.columns}</p>
        <Buttons texts={texts} columns={columns} onFile={(file) => void read(file)} />
        <TextArea
          label={texts.label}
          hint={texts.hint}
          error={wrong ?? error ?? undefined}
          rows={8}
          spellCheck={false}
          value={value}
          onChange={({ target }) => {
            forget()
            onChange(target.value)
          }}
        />
      </div>
    </Panel>
  )
}
