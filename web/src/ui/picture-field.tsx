import { ImageUp, Trash2 } from 'lucide-react'
import { useId, useRef, useState, type ReactNode } from 'react'
import { Button } from './button.tsx'
import { FieldError } from './field.tsx'

const kinds = ['image/jpeg', 'image/png', 'image/webp']

/** The file's bytes in base64. */
export const base64Of = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve((reader.result as string).replace(/^[^,]*,/, '')))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The file cannot be read')))
    reader.readAsDataURL(file)
  })

export type PictureTexts = {
  readonly label: string
  readonly choose: string
  readonly remove: string
  readonly hint: string
  readonly wrong: string
}

/** A picture, and the buttons that replace and remove it. A choice is sent at once. */
export const PictureField = ({
  texts,
  mostBytes,
  busy,
  canRemove,
  send,
  children,
}: {
  texts: PictureTexts
  mostBytes: number
  busy: boolean
  canRemove: boolean
  /** The file in base64; null removes the picture. */
  send: (file: string | null) => void
  /** The picture as it is now. */
  children: ReactNode
}) => {
  const input = useRef<HTMLInputElement>(null)
  const errorId = useId()
  const [isWrong, setWrong] = useState(false)
  const choose = async (file: File | undefined) => {
    if (!file) return
    const fits = file.size <= mostBytes && kinds.includes(file.type)
    setWrong(!fits)
    if (fits) send(await base64Of(file))
  }
  return (
    <div className="flex flex-col gap-2">
      <span className="text-base font-medium md:text-sm">{texts.label}</span>
      <div className="flex flex-wrap items-center gap-3">
        {children}
        <input
          ref={input}
          type="file"
          accept={kinds.join(',')}
          aria-label={texts.choose}
          aria-describedby={isWrong ? errorId : undefined}
          className="sr-only"
          tabIndex={-1}
          onChange={(event) => {
            void choose(event.target.files?.[0])
            event.target.value = ''
          }}
        />
        <Button icon={ImageUp} busy={busy} onClick={() => input.current?.click()}>
          {texts.choose}
        </Button>
        {canRemove && (
          <Button variant="ghost" icon={Trash2} busy={busy} onClick={() => send(null)}>
            {texts.remove}
          </Button>
        )}
      </div>
      {isWrong ? (
        <FieldError id={errorId}>{texts.wrong}</FieldError>
      ) : (
        <p className="text-base text-mute md:text-sm">{texts.hint}</p>
      )}
    </div>
  )
}
