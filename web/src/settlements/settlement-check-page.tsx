import type { WireOf } from '@cardamom/contract/endpoint'
import { readSettlementCheck, type DocumentPart } from '@cardamom/contract/settlements/settlement-check'
import { useDates } from '../kernel/dates.tsx'
import { useText } from '../kernel/i18n.tsx'
import { useCall } from '../kernel/query.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { KvRow, KvRows } from '../ui/kv-rows.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Page, Stack } from '../ui/page-parts.tsx'
import { PageHeader } from '../ui/page.tsx'
import { Panel } from '../ui/panel.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { CheckFileLink, SettlementCheckSteps } from './settlement-check-steps.tsx'

type Check = WireOf<typeof readSettlementCheck>

/** A text with `code` and **bold**. */
const Inline = ({ text }: { text: string }) =>
  text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((piece, at) => {
    if (piece.startsWith('`'))
      return (
        <code key={at} className="rounded-sm bg-fill px-1 text-[0.9em] wrap-anywhere">
          {piece.slice(1, -1)}
        </code>
      )
    return piece.startsWith('**') ? <b key={at}>{piece.slice(2, -2)}</b> : piece
  })

const List = ({ isNumbered, items }: Extract<DocumentPart, { kind: 'list' }>) => {
  const Tag = isNumbered ? 'ol' : 'ul'
  return (
    <Tag className={`flex flex-col gap-1.5 pl-5 ${isNumbered ? 'list-decimal' : 'list-disc'}`}>
      {items.map((item) => (
        <li key={item}>
          <Inline text={item} />
        </li>
      ))}
    </Tag>
  )
}

/** Each row is a name and its meaning, so on a phone the meaning is below the name. */
const Table = ({ rows }: Extract<DocumentPart, { kind: 'table' }>) => (
  <dl className="rounded-lg border border-line">
    {rows.map(([name = '', ...meaning]) => (
      <div
        key={name}
        className="grid gap-x-4 gap-y-1 px-4 py-2 not-first:border-t not-first:border-line2 md:grid-cols-[14rem_minmax(0,1fr)]"
      >
        <dt>
          <Inline text={name} />
        </dt>
        <dd className="text-mute">
          <Inline text={meaning.join(' ')} />
        </dd>
      </div>
    ))}
  </dl>
)

const Part = ({ part }: { part: DocumentPart }) => {
  switch (part.kind) {
    case 'heading':
      return <h3 className="pt-4 text-md font-semibold">{part.text}</h3>
    case 'paragraph':
      return (
        <p>
          <Inline text={part.text} />
        </p>
      )
    case 'code':
      return (
        <pre className="rounded-md bg-fill px-3 py-2 text-[0.8125rem] wrap-anywhere whitespace-pre-wrap">
          {part.text}
        </pre>
      )
    case 'list':
      return <List {...part} />
    case 'table':
      return <Table {...part} />
  }
}

const Key = ({ id, fingerprint, since }: Check['key']) => {
  const t = useText('settlementCheck')
  const date = useDates()
  return (
    <Panel
      title={t('key.title')}
      action={<CopyButton text={fingerprint} label={t('key.copy')} variant="ghost" />}
    >
      <p className="pb-1 text-base text-mute md:text-sm">{t('key.fingerprint')}</p>
      <p className="num pb-3 font-medium wrap-anywhere">{fingerprint.match(/.{4}/g)?.join(' ')}</p>
      <KvRows>
        <KvRow name={t('key.id')}>{id}</KvRow>
        <KvRow name={t('key.since')}>{since === null ? t('key.notYet') : date(since, 'full')}</KvRow>
        <KvRow name={t('key.former')}>{t('key.none')}</KvRow>
      </KvRows>
    </Panel>
  )
}

const Files = ({ files }: Pick<Check, 'files'>) => {
  const t = useText('settlementCheck')
  return (
    <Panel title={t('files')}>
      <ul className="flex flex-col">
        {files.map(({ file, bytes, sha256 }) => (
          <li key={file} className="flex flex-col gap-1 py-2.5 not-first:border-t not-first:border-line2">
            <p className="flex flex-wrap items-center justify-between gap-x-4">
              <CheckFileLink file={file} />
              <span className="num text-base text-mute md:text-sm">
                {t('bytes', { count: String(bytes) })}
              </span>
            </p>
            <p className="num text-sm text-mute wrap-anywhere">sha256 {sha256}</p>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** How to check the file of a settlement without the operator, for everybody: `/settlement-check`. */
export const SettlementCheckPage = () => {
  const t = useText('settlementCheck')
  const check = useCall(readSettlementCheck, {})
  return (
    <Page>
      <Stack>
        <PageHeader title={t('title')} />
        <p className="text-mute">{t('lead')}</p>
        <SettlementCheckSteps />
        <Loaded reads={{ check }} waiting={<Skeleton className="h-96" />} failed={t('failed')}>
          {({ check: found }) => (
            <>
              <Key {...found.key} />
              <Files files={found.files} />
              <Panel title={t('format')}>
                <div className="flex flex-col gap-3 leading-[1.75] wrap-anywhere">
                  {found.format.map((part, at) => (
                    <Part key={at} part={part} />
                  ))}
                </div>
              </Panel>
            </>
          )}
        </Loaded>
      </Stack>
    </Page>
  )
}
