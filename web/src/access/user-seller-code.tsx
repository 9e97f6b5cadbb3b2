import { getUserSellerCode } from '@cardamom/contract/sellers'
import { useState } from 'react'
import { useText } from '../kernel/i18n.tsx'
import { useCan } from '../kernel/permissions.ts'
import { useCall } from '../kernel/query.ts'
import { TextButton } from '../ui/button.tsx'
import { dialogPart } from '../ui/dialog.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Panel } from '../ui/panel.tsx'

const RemovalDialog = dialogPart(async () => (await import('./seller-code-removal.tsx')).SellerCodeRemoval)
const CodeDialog = dialogPart(async () => (await import('./seller-code-dialog.tsx')).SellerCodeDialog)

/** The seller code that the person belongs to. */
export const UserSellerCode = ({ id }: { id: string }) => {
  const t = useText('users')
  const can = useCan()
  const [isOpen, setIsOpen] = useState(false)
  const [isRemoving, setIsRemoving] = useState(false)
  const assigned = useCall(getUserSellerCode, { params: { id } }, { live: ['user.'] })
  return (
    <Panel
      title={t('sellerCode.title')}
      action={
        can('users.assign_seller_code') && (
          <TextButton onClick={() => setIsOpen(true)}>{t('sellerCode.assign')}</TextButton>
        )
      }
    >
      <Loaded reads={{ assigned }} failed={t('sellerCode.failed')}>
        {({ assigned: { code, ownerName } }) =>
          code === null ? (
            <p className="text-mute">{t('sellerCode.none')}</p>
          ) : (
            <div className="flex flex-wrap items-center justify-between gap-x-3">
              <p className="font-medium">{[code, ownerName].filter(Boolean).join(', ')}</p>
              {can('users.assign_seller_code') && (
                <TextButton onClick={() => setIsRemoving(true)}>{t('sellerCode.remove')}</TextButton>
              )}
              <RemovalDialog id={id} code={code} open={isRemoving} onClose={() => setIsRemoving(false)} />
            </div>
          )
        }
      </Loaded>
      <CodeDialog id={id} open={isOpen} onClose={() => setIsOpen(false)} />
    </Panel>
  )
}
