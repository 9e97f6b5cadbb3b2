import { useState } from 'react'
import { useLocale, useText } from '../kernel/i18n.tsx'
import { Panel } from '../ui/panel.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { MailTextForm } from './mail-text-form.tsx'
import type { MailContent as Content, MailTextItem } from './mail-text-item.ts'
import { MailTextHistory } from './mail-text-history.tsx'

/** A kind by its built-in subject. A subject that depends on facts says less than its kind. */
const nameOf = ({ kind, preset: { subject } }: MailTextItem): string => {
  const word = kind.replaceAll('_', ' ')
  return subject.includes('{') ? word : `${subject} (${word})`
}

/** The text of one kind in one language, chosen above it. */
export const MailTexts = ({ items }: { items: readonly MailTextItem[] }) => {
  const t = useText('mailTexts')
  const [lang, setLang] = useState<string>(useLocale())
  const [kind, setKind] = useState(items[0]?.kind ?? '')
  /** An earlier text that the form starts with. */
  const [earlier, setEarlier] = useState<{ readonly content: Content; readonly times: number } | null>(null)
  const item = items.find((each) => each.kind === kind && each.lang === lang)
  const choose = (set: (value: string) => void, value: string) => {
    setEarlier(null)
    set(value)
  }
  return (
    <>
      <Panel title={t('title')}>
        <div className="flex flex-col gap-5">
          <div className="grid grid-cols-1 gap-5 md:grid-cols-2">
            <SelectField
              label={t('kind')}
              value={kind}
              onChange={({ target }) => choose(setKind, target.value)}
              options={items
                .filter((each) => each.lang === lang)
                .map((each) => ({
                  value: each.kind,
                  label: each.isChanged ? t('changed', { name: nameOf(each) }) : nameOf(each),
                }))}
            />
            <SelectField
              label={t('language')}
              value={lang}
              onChange={({ target }) => choose(setLang, target.value)}
              options={(['en', 'es'] as const).map((each) => ({
                value: each,
                label: t(`languages.${each}`),
              }))}
            />
          </div>
          {item && (
            <MailTextForm
              key={`${kind} ${lang} ${item.version} ${earlier?.times ?? 0}`}
              item={item}
              start={earlier?.content ?? item}
            />
          )}
        </div>
      </Panel>
      {item && (
        <MailTextHistory
          item={item}
          revert={(content) =>
            setEarlier((now) => ({ content: content ?? item.preset, times: (now?.times ?? 0) + 1 }))
          }
        />
      )}
    </>
  )
}
