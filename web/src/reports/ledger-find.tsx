import { searchLedger } from '@cardamom/contract/reports/ledger-journals'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { useDates } from '../kernel/dates.tsx'
import { useText } from '../kernel/i18n.tsx'
import { useCall } from '../kernel/query.ts'
import { useQueryParams } from '../kernel/router.tsx'
import { Button } from '../ui/button.tsx'
import { Row, Rows } from '../ui/list-row.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { NoteBox } from '../ui/note-box.tsx'
import { SkeletonRows } from '../ui/skeleton.tsx'
import { TextField } from '../ui/text-field.tsx'
import { accountPage, journalPage, useAccountName } from './ledger-parts.tsx'

const shortest = 3

const Found = ({ text }: { text: string }) => {
  const t = useText('ledger')
  const kinds = useText('ledgerPostings')
  const date = useDates()
  const nameOf = useAccountName()
  const found = useCall(searchLedger, { input: { q: text }, errors: 'none' })
  return (
    <Loaded
      reads={{ found }}
      waiting={<SkeletonRows rows={1} />}
      failed={t('find.failed')}
      empty={({ found: { journals, accounts } }) =>
        journals.length + accounts.length === 0 && (
          <NoteBox tone="neutral" icon={Search} title={t('find.none')} />
        )
      }
    >
      {({ found: { journals, accounts } }) => (
        <Rows label={t('find.found')}>
          {journals.map(({ id, kind, effectiveAt }) => (
            <Row
              key={id}
              {...journalPage(id)}
              title={kinds(`values.kind.${kind}`)}
              below={date(effectiveAt, 'dayTime')}
            />
          ))}
          {accounts.map((line) => (
            <Row key={line.id} {...accountPage(line.id)} title={nameOf(line)} below={line.account} />
          ))}
        </Rows>
      )}
    </Loaded>
  )
}

/** A box for any id or key of the ledger. The address has what was searched for. */
export const LedgerFind = () => {
  const t = useText('ledger')
  const [{ find = '' }, change] = useQueryParams()
  const [typed, setTyped] = useState(find)
  const [shown, setShown] = useState(find)
  if (find !== shown) {
    setShown(find)
    setTyped(find)
  }
  const text = typed.trim()
  return (
    <search className="flex flex-col gap-3">
      <form
        className="flex flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          if (text === '' || text.length >= shortest) change({ find: text === '' ? undefined : text })
        }}
      >
        <div className="min-w-0 grow basis-72 md:max-w-140">
          <TextField
            label={t('find.label')}
            hint={t('find.hint')}
            value={typed}
            maxLength={200}
            spellCheck={false}
            autoComplete="off"
            end={
              <Button type="submit" size="small" variant="ghost" icon={Search} iconOnly>
                {t('find.button')}
              </Button>
            }
            onChange={(event) => setTyped(event.target.value)}
          />
        </div>
      </form>
      {find.length >= shortest && <Found key={find} text={find} />}
    </search>
  )
}
