import { listOwnCodes } from '@cardamom/contract/sellers/own-codes'
import { Ticket } from 'lucide-react'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { useQueryParams } from '../kernel/router.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { useListPages } from '../ui/list/use-list-pages.ts'
import { Loaded } from '../ui/loaded.tsx'
import { Page, Stack } from '../ui/page-parts.tsx'
import { PageHeader } from '../ui/page.tsx'
import { Panel } from '../ui/panel.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { SkeletonRows } from '../ui/skeleton.tsx'
import { CodeLink } from './code-link.tsx'
import { SellersOnly } from './sellers-only.tsx'

preloadText('clients')

const mostCodes = 200

/** Brings a person with one of the seller's active codes: `/clients/new`, also with `?code=<id>`. */
export const NewClientPage = () => {
  const t = useText('clients')
  const [{ code: wanted }, change] = useQueryParams()
  const pages = useListPages(listOwnCodes, { query: {}, rowsAtOnce: mostCodes, live: ['seller_code.'] })
  const active = pages.rows.filter(({ state }) => state === 'active')
  const chosen = active.find(({ id }) => id === wanted) ?? active[0]
  return (
    <Page>
      <PageHeader title={t('invite.title')} back="/clients" />
      <SellersOnly>
        <Loaded
          reads={{ pages }}
          waiting={<SkeletonRows rows={4} />}
          failed={t('codes.failed')}
          empty={() =>
            chosen === undefined && (
              <EmptyState
                icon={Ticket}
                title={t('invite.none')}
                action={<ButtonLink to="/codes">{t('views.codes')}</ButtonLink>}
              >
                {null}
              </EmptyState>
            )
          }
        >
          {() => (
            <Stack>
              <p className="text-mute">{t('invite.lead')}</p>
              {active.length > 1 && (
                <SelectField
                  label={t('invite.code')}
                  value={chosen?.id ?? ''}
                  onChange={({ target }) => change({ code: target.value })}
                  options={active.map(({ id, code }) => ({ value: id, label: code }))}
                />
              )}
              {chosen && (
                <Panel>
                  <CodeLink code={chosen.code} url={chosen.url} name={t('invite.code')} />
                </Panel>
              )}
              <ButtonLink to="/clients">{t('invite.back')}</ButtonLink>
            </Stack>
          )}
        </Loaded>
      </SellersOnly>
    </Page>
  )
}
