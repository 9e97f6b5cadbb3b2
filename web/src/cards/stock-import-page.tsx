import { checkCardStock, importCardStock, listCardStock } from '@cardamom/contract/cards/card-stock'
import { listCardTypes } from '@cardamom/contract/cards/card-types'
import type { WireOf } from '@cardamom/contract/endpoint'
import { useState } from 'react'
import { call } from '../kernel/api.ts'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { useAction, useCall } from '../kernel/query.ts'
import { useGo } from '../kernel/router.tsx'
import { toastSuccess } from '../kernel/toasts.ts'
import { Button } from '../ui/button.tsx'
import { CsvFile } from '../ui/csv-file.tsx'
import { Controlled, useContractForm } from '../ui/form.tsx'
import { useGuardedTexts } from '../ui/guarded-texts.ts'
import { Loaded } from '../ui/loaded.tsx'
import { NoteBox } from '../ui/note-box.tsx'
import { ActionBar, Page } from '../ui/page-parts.tsx'
import { PageHeader } from '../ui/page.tsx'
import { Panel } from '../ui/panel.tsx'
import { SelectField, type Option } from '../ui/select-field.tsx'
import { StockFound } from './stock-problems.tsx'
import { stockLines, type StockLine } from './stock-rows.ts'

preloadText('cardStock')
preloadText('refusals')
preloadText('fields')

const listPath = '/admin/cards/stock'
const mostTypes = 200

type Values = { readonly cardTypeId: string; readonly text: string }
/** What a check found, of which values. */
type Check = Values & {
  readonly rows: readonly StockLine[]
  readonly found: WireOf<typeof checkCardStock>
}

const useFileTexts = () => {
  const t = useText('cardStock')
  return {
    title: t('file.title'),
    columns: t('file.columns', { columns: 'bin, last_digits, serial, expiry' }),
    choose: t('file.choose'),
    template: t('file.template'),
    templateName: t('file.templateName'),
    label: t('file.label'),
    hint: t('file.hint'),
    tooLarge: t('file.tooLarge'),
    unreadable: t('file.unreadable'),
  }
}

const useImport = (start: string) => {
  const t = useText('cardStock')
  const go = useGo()
  const [check, setCheck] = useState<Check | null>(null)
  const form = useContractForm<Values>({
    schema: async () =>
      (await import('./stock-rules.ts')).stockFile({
        none: () => t('file.none'),
        tooMany: (count) => t('file.tooMany', { count }),
      }),
    defaultValues: { cardTypeId: start, text: '' },
  })
  const { cardTypeId, text } = form.watch()
  const discard = useGuardedTexts(text !== '')
  const add = useAction(importCardStock, { changes: [listCardStock] })
  const shown = check?.text === text && check.cardTypeId === cardTypeId ? check : null
  const read = async (values: Values) => {
    const rows = stockLines(values.text)
    const input = { cardTypeId: values.cardTypeId, rows }
    setCheck({ ...values, rows, found: await call(checkCardStock, { input, errors: 'fields' }) })
    return false
  }
  const send = async ({ rows, found }: Check) => {
    const bad = new Set(found.problems.map(({ line }) => line))
    const input = { cardTypeId, rows: rows.filter(({ line }) => !bad.has(line)) }
    const { imported } = await add.mutateAsync({ input }).catch((error: unknown) => {
      // The stock has changed since the check, so the file is checked again.
      setCheck(null)
      throw error
    })
    discard()
    toastSuccess(t('import.done', { count: imported }))
    go(listPath, { replace: true })
  }
  return { form, shown, read, send, isSending: add.isPending }
}

const ImportForm = ({ types }: { types: readonly Option[] }) => {
  const t = useText('cardStock')
  const texts = useFileTexts()
  const { form, shown, read, send, isSending } = useImport(types[0]?.value ?? '')
  const good = shown?.found.good ?? 0
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={form.send(read)}>
      <p className="text-mute">{t('import.lead')}</p>
      <Panel>
        <SelectField label={t('import.type')} options={types} {...form.field('cardTypeId')} />
      </Panel>
      <Controlled form={form} name="text">
        {({ value, error, onChange }) => (
          <CsvFile
            value={value}
            error={error ?? null}
            texts={texts}
            columns="bin,last_digits,serial,expiry"
            onChange={onChange}
          />
        )}
      </Controlled>
      {shown && <StockFound found={shown.found} rows={shown.rows} />}
      <ActionBar>
        {shown && good > 0 ? (
          <Button variant="primary" busy={isSending} onClick={() => void send(shown).catch(() => undefined)}>
            {t('import.go', { count: good })}
          </Button>
        ) : (
          <Button type="submit" variant="primary" busy={form.formState.isSubmitting}>
            {t('import.check')}
          </Button>
        )}
      </ActionBar>
    </form>
  )
}

/** Imports a file of physical cards without a name, after a check of its lines: `/admin/cards/stock/import`. */
export const StockImportPage = () => {
  const t = useText('cardStock')
  const types = useCall(listCardTypes, { input: { archived: 'false', limit: mostTypes }, errors: 'none' })
  return (
    <Page>
      <PageHeader title={t('import.button')} back={listPath} />
      <Loaded reads={{ types }} failed={t('import.failed')}>
        {({ types: { items } }) => {
          const physical = items.filter(({ kind }) => kind !== 'virtual')
          if (physical.length === 0) return <NoteBox tone="info">{t('import.noTypes')}</NoteBox>
          return <ImportForm types={physical.map(({ id, name }) => ({ value: id, label: name }))} />
        }}
      </Loaded>
    </Page>
  )
}
