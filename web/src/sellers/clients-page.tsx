import { listReferredPeople } from '@cardamom/contract/shares/referred-people'
import { UserPlus, Users } from 'lucide-react'
import { useState } from 'react'
import { useIsDesktop } from '../kernel/breakpoint.ts'
import { useDates } from '../kernel/dates.tsx'
import { useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { useSettled } from '../kernel/query.ts'
import { useSession } from '../kernel/session.ts'
import { Avatar } from '../ui/avatar.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Row, Rows } from '../ui/list-row.tsx'
import { EndOfRows } from '../ui/list/end-of-rows.tsx'
import { useListPages } from '../ui/list/use-list-pages.ts'
import { Loaded } from '../ui/loaded.tsx'
import { SkeletonRows } from '../ui/skeleton.tsx'
import { TextField } from '../ui/text-field.tsx'
import { SellerFrame } from './seller-frame.tsx'

const stillMs = 300
const shortest = 3

const Invite = () => {
  const t = useText('clients')
  const isDesktop = useIsDesktop()
  return (
    <ButtonLink to="/clients/new" variant="primary" icon={UserPlus} iconOnly={!isDesktop}>
      {t('add')}
    </ButtonLink>
  )
}

const Clients = () => {
  const t = useText('clients')
  const date = useDates()
  const { user } = useSession()
  const [typed, setTyped] = useState('')
  const settled = useSettled(typed.trim(), stillMs)
  const q = settled.length < shortest ? '' : settled
  const query = { referredById: user?.id ?? '', ...(q === '' ? {} : { q }) }
  const pages = useListPages(listReferredPeople, { query, live: ['user.'], enabled: user !== null })
  const isEmpty = pages.rows.length === 0
  return (
    <>
      {(typed !== '' || pages.count > 5) && (
        <TextField
          label={t('search')}
          type="search"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          autoComplete="off"
        />
      )}
      <Loaded
        reads={{ pages }}
        waiting={<SkeletonRows rows={6} />}
        failed={t('failed')}
        empty={() =>
          isEmpty &&
          (q === '' ? (
            <EmptyState icon={Users} title={t('empty.title')}>
              {t('empty.body')}
            </EmptyState>
          ) : (
            <EmptyState icon={Users} title={t('noMatch')}>
              {null}
            </EmptyState>
          ))
        }
      >
        {() => (
          <>
            <Rows label={t('title')}>
              {pages.rows.map(({ id, name, code, earned, createdAt }) => (
                <Row
                  key={id}
                  lead={<Avatar name={name} size={40} />}
                  title={name}
                  {...(earned === null ? {} : { value: moneyText(earned), valueBelow: t('earned') })}
                  below={
                    code === null
                      ? t('sinceOnly', { at: date(createdAt, 'day') })
                      : t('since', { at: date(createdAt, 'day'), code })
                  }
                  to={`/clients/${id}`}
                />
              ))}
            </Rows>
            <EndOfRows pages={pages} />
          </>
        )}
      </Loaded>
    </>
  )
}

/** The people who came with a seller's own codes: `/clients`. */
export const ClientsPage = () => (
  <SellerFrame view="clients" actions={<Invite />}>
    <Clients />
  </SellerFrame>
)
