import { getSellerCode, type listSellerCodes } from '@cardamom/contract/sellers/seller-codes'
import { readCodeEarnings } from '@cardamom/contract/shares/earnings'
import { useState } from 'react'
import { useDates } from '../kernel/dates.tsx'
import { part } from '../kernel/deferred.tsx'
import { useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { useCan } from '../kernel/permissions.ts'
import { useCall } from '../kernel/query.ts'
import { Button, TextLink } from '../ui/button.tsx'
import { KvRow, KvRows } from '../ui/kv-rows.tsx'
import type { RowOf } from '../ui/list/use-list-pages.ts'
import { Loaded } from '../ui/loaded.tsx'
import { DateText } from '../ui/money.tsx'
import { SplitRules } from '../ui/split-rules.tsx'
import { Status } from '../ui/status.tsx'
import { codeTones } from './code-tones.ts'
import type { Code, CodeDialog } from './seller-code-dialogs.tsx'

/** The forms and their rules load with the first press. */
const Dialogs = part(() => import('./seller-code-dialogs.tsx'), 'SellerCodeDialogs', { silent: true })

const Facts = ({ code }: { code: Code }) => {
  const t = useText('sellerCodes')
  const date = useDates()
  const can = useCan()
  const { ownerId, ownerName, ownerKind, uses, maxUses } = code
  return (
    <KvRows>
      <KvRow name={t('fields.ownerName')}>
        {ownerId === null ? (
          t('nobody')
        ) : can('users.view') ? (
          <TextLink to={`/admin/users/${ownerId}`}>{ownerName}</TextLink>
        ) : (
          ownerName
        )}
      </KvRow>
      {ownerKind && <KvRow name={t('details.kind')}>{t(`kind.${ownerKind}`)}</KvRow>}
      {code.recruitedByName && <KvRow name={t('details.recruitedBy')}>{code.recruitedByName}</KvRow>}
      <KvRow name={t('fields.companyName')}>{code.companyName}</KvRow>
      <KvRow name={t('fields.uses')}>
        <span className="num">
          {maxUses === null ? String(uses) : t('usesOf', { uses: String(uses), most: String(maxUses) })}
        </span>
      </KvRow>
      <KvRow name={t('details.firstDay')}>{date(code.firstDay, 'full')}</KvRow>
      <KvRow name={t('details.lastDay')} below={t('details.zone', { zone: code.timeZone })}>
        {code.lastDay === null ? t('noEnd') : date(code.lastDay, 'full')}
      </KvRow>
      <KvRow name={t('details.people')}>
        {code.people === 0 ? (
          t('details.noPeople')
        ) : can('referrals.view') ? (
          <TextLink to="/admin/referrals" search={{ codeId: code.id }}>
            {t('details.showPeople', { count: code.people })}
          </TextLink>
        ) : (
          <span className="num">{code.people}</span>
        )}
      </KvRow>
      <KvRow name={t('fields.createdAt')}>
        <DateText value={code.createdAt} variant="dayTime" />
      </KvRow>
    </KvRows>
  )
}

/** What each seller earned with the code. */
const Earned = ({ id }: { id: string }) => {
  const t = useText('sellerCodes')
  const live = ['load.', 'settlement.'] as const
  const earned = useCall(readCodeEarnings, { params: { id }, errors: 'none' }, { live })
  return (
    <section className="flex flex-col gap-1">
      <h4 className="font-semibold">{t('earned.title')}</h4>
      <Loaded
        reads={{ earned }}
        failed={t('earned.failed')}
        empty={({ earned: { earners, isComplete } }) =>
          earners.length === 0 && (
            <p className="text-mute">{t(isComplete ? 'earned.none' : 'earned.notShown')}</p>
          )
        }
      >
        {({ earned: { earners } }) => (
          <KvRows>
            {earners.map(({ ownerId, ownerName, total, settled, shares }) => (
              <KvRow
                key={ownerId}
                name={ownerName}
                below={t('earned.parts', { settled: moneyText(settled), count: shares })}
              >
                {moneyText(total)}
              </KvRow>
            ))}
          </KvRows>
        )}
      </Loaded>
    </section>
  )
}

const Actions = ({ code }: { code: Code }) => {
  const t = useText('sellerCodes')
  const [dialog, setDialog] = useState<CodeDialog | null>(null)
  const open = (next: CodeDialog) => () => setDialog(next)
  const hasOwner = code.ownerId !== null
  return (
    <div className="flex flex-col gap-2">
      <Button onClick={open('edit')}>{t('edit.button')}</Button>
      <Button onClick={open('assign')}>{t('assign.button')}</Button>
      {!code.active && hasOwner && (
        <Button variant="primary" onClick={open('activate')}>
          {t('activate.button')}
        </Button>
      )}
      {code.active && (
        <Button variant="danger" onClick={open('deactivate')}>
          {t('deactivate.button')}
        </Button>
      )}
      {hasOwner && (
        <Button variant="danger" onClick={open('removeOwner')}>
          {t('assign.takeAway')}
        </Button>
      )}
      {dialog !== null && (
        <Dialogs
          key={`${dialog} ${code.version}`}
          dialog={dialog}
          code={code}
          onClose={() => setDialog(null)}
        />
      )}
    </div>
  )
}

/** One seller code next to the list: what it is, its people, and what can be done with it. */
export const SellerCodeDrawer = ({ id }: { id: string; row: RowOf<typeof listSellerCodes> | undefined }) => {
  const t = useText('sellerCodes')
  const can = useCan()
  const code = useCall(getSellerCode, { params: { id }, errors: 'none' }, { live: ['seller_code.', 'user.'] })
  return (
    <Loaded reads={{ code }} failed={t('failed')}>
      {({ code: found }) => (
        <div className="flex flex-col gap-5">
          <div className="flex flex-wrap items-center justify-between gap-3">
            <h3 className="text-lg font-semibold wrap-anywhere">{found.code}</h3>
            <Status tone={codeTones[found.state]}>{t(`values.state.${found.state}`)}</Status>
          </div>
          <Facts code={found} />
          <Earned id={found.id} />
          <SplitRules companyId={found.companyId} />
          <div className="flex flex-col items-start gap-1">
            {found.ownerId !== null && (
              <TextLink to="/admin/seller-codes" search={{ ownerId: found.ownerId }}>
                {t('details.ofOwner')}
              </TextLink>
            )}
            <TextLink to="/admin/seller-codes" search={{ companyId: found.companyId }}>
              {t('details.ofCompany')}
            </TextLink>
          </div>
          {can('sellers.codes.manage') && <Actions code={found} />}
        </div>
      )}
    </Loaded>
  )
}
