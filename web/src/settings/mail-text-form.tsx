import {
  changeMailText,
  listMailTextChanges,
  listMailTexts,
  previewMail,
  sendTestMail,
} from '@cardamom/contract/notifications/mail-texts'
import { useRef } from 'react'
import { call } from '../kernel/api.ts'
import { useText } from '../kernel/i18n.tsx'
import { useCan } from '../kernel/permissions.ts'
import { queryClient, useAction, useCall, useSettled } from '../kernel/query.ts'
import { toastSuccess } from '../kernel/toasts.ts'
import { Button } from '../ui/button.tsx'
import { useContractForm } from '../ui/form.tsx'
import { TextArea, TextField } from '../ui/text-field.tsx'
import type { MailContent as Content, MailTextItem } from './mail-text-item.ts'

const previewMs = 400

/** The mail with example values, in the branding of the reader's company, which the page has too. */
const MailPreview = ({ item, content }: { item: MailTextItem; content: Content }) => {
  const t = useText('mailTexts')
  const { kind, lang } = item
  const input = useSettled(content, previewMs)
  const { data } = useCall(previewMail, { params: { kind, lang }, input }, { showsPrevious: true })
  return (
    <section aria-label={t('preview')} aria-live="polite" lang={lang}>
      <h3 className="mb-2 font-medium">{t('preview')}</h3>
      {data && (
        <div className="flex flex-col gap-3 rounded-lg border border-line p-4 wrap-anywhere">
          <p className="text-base text-mute md:text-sm">{data.company}</p>
          <p className="text-lg font-semibold">{data.subject}</p>
          <p>{data.greeting}</p>
          <p>{data.body}</p>
          {data.button !== '' && (
            <p>
              <span className="inline-flex min-h-9 items-center rounded-lg bg-brand px-3 py-1 font-semibold text-on-brand">
                {data.button}
              </span>
            </p>
          )}
          <p className="text-base text-mute md:text-sm">{data.note}</p>
          <p className="text-base text-mute md:text-sm">{data.footer}</p>
        </div>
      )}
    </section>
  )
}

/** Subject and body of a mail. Whoever may not change them reads them. */
export const MailTextForm = ({ item, start }: { item: MailTextItem; start: Content }) => {
  const t = useText('mailTexts')
  const mayChange = useCan()('settings.email') === true
  const { kind, lang, placeholders, preset, version } = item
  const params = { kind, lang }
  const form = useContractForm<Content & { reason: string }>({
    defaultValues: { subject: start.subject, body: start.body, reason: '' },
  })
  const key = useRef({ content: '', key: '' })
  const [subject, body] = [form.watch('subject'), form.watch('body')]
  const test = useAction(sendTestMail, { onDone: ({ to }) => toastSuccess(t('testSent', { to })) })
  const send = async (typed: Content & { reason: string }) => {
    const isPreset = typed.subject.trim() === preset.subject && typed.body.trim() === preset.body
    const content = isPreset ? null : { subject: typed.subject, body: typed.body }
    const input = { content, seenVersion: version, reason: typed.reason }
    const written = JSON.stringify(input)
    if (key.current.content !== written) key.current = { content: written, key: crypto.randomUUID() }
    await call(changeMailText, { params, input, idempotencyKey: key.current.key, errors: 'fields' })
    toastSuccess(t('saved'))
    await Promise.all(
      [listMailTexts, listMailTextChanges].map(({ path }) =>
        queryClient.invalidateQueries({ queryKey: [path] }),
      ),
    )
  }
  const names = placeholders.map(({ name, isRequired }) =>
    isRequired ? t('required', { name: `{${name}}` }) : `{${name}}`,
  )
  return (
    <div className="grid grid-cols-1 gap-6 md:grid-cols-2">
      <form noValidate onSubmit={form.send(send)} className="flex flex-col gap-5">
        <TextField label={t('subject')} maxLength={150} disabled={!mayChange} {...form.field('subject')} />
        <TextArea
          label={t('body')}
          hint={t('placeholders', { names: names.join(', ') })}
          rows={7}
          maxLength={2000}
          disabled={!mayChange}
          {...form.field('body')}
        />
        {mayChange && (
          <>
            <TextField label={t('reason')} maxLength={500} {...form.field('reason')} />
            <div className="flex flex-wrap gap-2">
              <Button type="submit" variant="primary" busy={form.formState.isSubmitting}>
                {t('save')}
              </Button>
              <Button
                type="button"
                busy={test.isPending}
                onClick={() => test.mutate({ params, input: { subject, body } })}
              >
                {t('test')}
              </Button>
              <Button
                type="button"
                onClick={() => {
                  form.setValue('subject', preset.subject, { shouldDirty: true })
                  form.setValue('body', preset.body, { shouldDirty: true })
                }}
              >
                {t('builtIn')}
              </Button>
            </div>
          </>
        )}
      </form>
      <MailPreview item={item} content={{ subject, body }} />
    </div>
  )
}
