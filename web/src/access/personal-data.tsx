import { getPersonalData } from '@cardamom/contract/access/users'
import type { WireOf } from '@cardamom/contract/endpoint'
import { Eye } from 'lucide-react'
import { countryName } from '../kernel/country-names.ts'
import { useDates } from '../kernel/dates.tsx'
import { useLocale, useText } from '../kernel/i18n.tsx'
import { useAction } from '../kernel/query.ts'
import { Button } from '../ui/button.tsx'
import { phoneText } from '../ui/calling-codes.ts'
import { KvRow, KvRows } from '../ui/kv-rows.tsx'
import { Panel } from '../ui/panel.tsx'

type Data = WireOf<typeof getPersonalData>

const Facts = ({ data }: { data: Data }) => {
  const person = useText('person')
  const locale = useLocale()
  const date = useDates()
  const { birthDate, gender, mobile, street, zip, city, state, country } = data
  const facts: [string, string | null][] = [
    [person('birthDate'), birthDate && `${date(birthDate, 'short')} ${birthDate.slice(0, 4)}`],
    [person('gender'), gender && person(`genders.${gender}`)],
    [person('mobile'), mobile && phoneText(mobile)],
    [person('street'), street],
    [person('city'), [zip, city].filter(Boolean).join(' ')],
    [person('state'), state],
    [person('country'), country && countryName({ code: country, locale })],
  ]
  return (
    <KvRows>
      {facts.map(([name, value]) => (
        <KvRow key={name} name={name}>
          {value || <span className="font-normal text-mute">{person('none')}</span>}
        </KvRow>
      ))}
    </KvRows>
  )
}

/** Personal data is read only when the administrator wants it, and stays on this page alone. */
export const PersonalData = ({ id }: { id: string }) => {
  const t = useText('users')
  const read = useAction(getPersonalData)
  return (
    <Panel title={t('personal.title')}>
      {read.data ? (
        <Facts data={read.data} />
      ) : (
        <div className="flex flex-col items-start gap-3">
          <p className="text-mute">{t('personal.lead')}</p>
          <Button icon={Eye} busy={read.isPending} onClick={() => read.mutate({ params: { id } })}>
            {t('personal.show')}
          </Button>
        </div>
      )}
    </Panel>
  )
}
