import { listKycImages } from '@cardamom/contract/kyc/kyc-cases'
import { Images } from 'lucide-react'
import { useText } from '../kernel/i18n.tsx'
import { useCan } from '../kernel/permissions.ts'
import { useAction } from '../kernel/query.ts'
import { Button } from '../ui/button.tsx'
import { dialogPart } from '../ui/dialog.tsx'
import type { KycCase } from './kyc-case.ts'

const PictureViewer = dialogPart(async () => (await import('./kyc-picture-viewer.tsx')).KycPictureViewer)

/**
 * The photos of a check. They are read when the button is pressed, each time: every view is recorded, and nothing of them
 * stays in the browser.
 */
export const KycCasePictures = ({ found: { id, name, hasSession } }: { found: KycCase }) => {
  const t = useText('kycCases')
  const can = useCan()
  const pictures = useAction(listKycImages)
  if (!hasSession || can('kyc.view_documents') !== true) return null
  const items = pictures.data?.items
  return (
    <div className="flex flex-col items-start gap-2">
      <Button icon={Images} busy={pictures.isPending} onClick={() => pictures.mutate({ params: { id } })}>
        {t('pictures.show')}
      </Button>
      {items?.length === 0 && (
        <p role="status" className="text-base text-mute">
          {t('pictures.none')}
        </p>
      )}
      <PictureViewer
        open={items !== undefined && items.length > 0}
        items={items ?? []}
        name={name}
        onClose={pictures.reset}
      />
    </div>
  )
}
