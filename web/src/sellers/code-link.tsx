import { Share } from 'lucide-react'
import { useText } from '../kernel/i18n.tsx'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Qr } from '../ui/qr.tsx'

/** Sends the link by the phone's own apps. People often close that sheet, which is no failure. */
const shareLink = (url: string, text: string) => {
  void navigator.share({ url, text }).catch(() => undefined)
}

/** A code with its link: QR code, copy and share. */
export const CodeLink = ({ code, url, name }: { code: string; url: string; name: string }) => {
  const t = useText('clients')
  const canShare = 'share' in navigator
  return (
    <div className="flex flex-col gap-4 sm:flex-row sm:items-center">
      <div className="mx-auto w-44 shrink-0 sm:mx-0">
        <Qr text={url} what={t('invite.qr', { code })} />
      </div>
      <div className="flex min-w-0 grow flex-col gap-3">
        <div>
          <p className="text-base text-mute md:text-sm">{name}</p>
          <p className="num text-xl font-semibold wrap-anywhere">{code}</p>
        </div>
        <div>
          <p className="text-base text-mute md:text-sm">{t('invite.link')}</p>
          <p className="wrap-anywhere">{url}</p>
        </div>
        <div className="flex flex-col gap-2 xs:flex-row xs:*:grow">
          <CopyButton text={url} word={t('invite.copy')} variant={canShare ? 'outline' : 'primary'} />
          {canShare && (
            <Button variant="primary" icon={Share} onClick={() => shareLink(url, t('invite.shareText'))}>
              {t('invite.share')}
            </Button>
          )}
        </div>
      </div>
    </div>
  )
}
