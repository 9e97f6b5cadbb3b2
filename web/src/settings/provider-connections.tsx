import type { WireOf } from '@cardamom/contract/endpoint'
import { listProviderConnections, testProviderConnection } from '@cardamom/contract/settings/gateway'
import { readProviderHealth } from '@cardamom/contract/settings/provider-health'
import { useDates } from '../kernel/dates.tsx'
import { useText } from '../kernel/i18n.tsx'
import { useCan } from '../kernel/permissions.ts'
import { useAction, useCall } from '../kernel/query.ts'
import { Button } from '../ui/button.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Panel } from '../ui/panel.tsx'
import { Status, type Tone } from '../ui/status.tsx'

type Connection = WireOf<typeof listProviderConnections>['items'][number]
type Result = NonNullable<Connection['lastTest']>['result']

const tones: Readonly<Record<Result, Tone>> = {
  ok: 'good',
  unreachable: 'bad',
  key_refused: 'bad',
  refused: 'bad',
  no_rate: 'warn',
  not_connected: 'neutral',
}

const Where = ({ connection }: { connection: Connection }) => {
  const t = useText('settings')
  const { host, port, isEmbedded, settings, secrets } = connection
  const names = [...settings, ...secrets.map(({ name }) => name)].join(', ')
  if (host === null) return <p>{t('connections.none', { names })}</p>
  const facts = { host, port: String(port) }
  return (
    <>
      <p>{t(isEmbedded ? 'connections.embedded' : 'connections.at', facts)}</p>
      <p>
        {[
          t('connections.settings', { names: settings.join(', ') }),
          ...secrets.map(({ name, isSet }) =>
            t(isSet ? 'connections.isSet' : 'connections.isMissing', { name }),
          ),
        ].join(' · ')}
      </p>
    </>
  )
}

const LastTest = ({ test }: { test: Connection['lastTest'] }) => {
  const t = useText('settings')
  const date = useDates()
  if (test === null) return <p>{t('connections.never')}</p>
  const { result, ms, by, at, isOutdated } = test
  return (
    <p>
      {t('connections.tested', {
        result: t(`connections.results.${result}`),
        ms: String(ms),
        by: by ?? t('history.unnamed'),
        when: date(at, 'dayTime'),
      })}
      {isOutdated && ` · ${t('connections.outdatedTest')}`}
    </p>
  )
}

const ConnectionRow = ({ connection, mayTest }: { connection: Connection; mayTest: boolean }) => {
  const t = useText('settings')
  const test = useAction(testProviderConnection, { changes: [listProviderConnections, readProviderHealth] })
  const { provider, host, lastTest } = connection
  const name = t(`connections.names.${provider}`)
  const isOutdated = lastTest?.isOutdated === true && host !== null
  const result = host === null ? 'not_connected' : lastTest?.result
  const state = result && t(isOutdated ? 'connections.outdated' : `connections.results.${result}`)
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 border-t border-line2 py-3 first:border-t-0">
      <div className="min-w-0 grow basis-80">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-medium">{name}</span>
          {result !== undefined && (
            <Status tone={isOutdated ? 'warn' : tones[result]} variant="plain">
              <span className="whitespace-normal">{state}</span>
            </Status>
          )}
        </div>
        <div className="text-base wrap-anywhere text-mute md:text-sm">
          <Where connection={connection} />
          <div aria-live="polite">{host !== null && <LastTest test={lastTest} />}</div>
        </div>
      </div>
      {mayTest && host !== null && (
        <Button
          aria-label={t('connections.testOf', { provider: name })}
          busy={test.isPending}
          onClick={() => test.mutate({ params: { provider } })}
        >
          {t('connections.test')}
        </Button>
      )}
    </li>
  )
}

/** Where each provider is connected, without its secrets, and a test of each connection. */
export const ProviderConnections = () => {
  const t = useText('settings')
  const mayTest = useCan()('settings.gateway') === true
  const found = useCall(listProviderConnections, {})
  return (
    <Panel title={t('connections.title')}>
      <p className="pb-2 text-base text-mute md:text-sm">{t('connections.lead')}</p>
      <Loaded reads={{ found }} failed={t('connections.failed')}>
        {({ found: { items } }) => (
          <ul>
            {items.map((connection) => (
              <ConnectionRow key={connection.provider} connection={connection} mayTest={mayTest} />
            ))}
          </ul>
        )}
      </Loaded>
    </Panel>
  )
}
