import type { listKycImages } from '@cardamom/contract/kyc/kyc-cases'
import type { WireOf } from '@cardamom/contract/endpoint'
import { RotateCw, ZoomIn, ZoomOut } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../kernel/i18n.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'

type Picture = WireOf<typeof listKycImages>['items'][number]

const zooms = [1, 1.5, 2, 3, 4] as const

type ViewerProps = { readonly items: readonly Picture[]; readonly name: string }

const Tools = ({
  zoom,
  changeZoom,
  rotate,
}: {
  zoom: number
  changeZoom: (step: 1 | -1) => void
  rotate: () => void
}) => {
  const t = useText('kycCases')
  return (
    <div className="flex items-center gap-1">
      <Button variant="ghost" iconOnly icon={ZoomOut} disabled={zoom === 0} onClick={() => changeZoom(-1)}>
        {t('pictures.smaller')}
      </Button>
      <span aria-live="polite" className="num min-w-12 text-center text-base text-mute">
        {Math.round((zooms[zoom] ?? 1) * 100)} %
      </span>
      <Button
        variant="ghost"
        iconOnly
        icon={ZoomIn}
        disabled={zoom === zooms.length - 1}
        onClick={() => changeZoom(1)}
      >
        {t('pictures.larger')}
      </Button>
      <Button variant="ghost" iconOnly icon={RotateCw} onClick={rotate}>
        {t('pictures.rotate')}
      </Button>
    </div>
  )
}

const Viewer = ({ items, name }: ViewerProps) => {
  const t = useText('kycCases')
  const kyc = useText('kyc')
  const [at, setAt] = useState(0)
  const [zoom, setZoom] = useState(0)
  const [turns, setTurns] = useState(0)
  const shown = items[at]
  if (!shown) return null
  const show = (index: number) => {
    setAt(index)
    setZoom(0)
    setTurns(0)
  }
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <div role="group" aria-label={t('pictures.sides')} className="flex flex-wrap gap-2">
          {items.map(({ side }, index) => (
            <Button
              key={side}
              variant={index === at ? 'primary' : 'outline'}
              aria-pressed={index === at}
              onClick={() => show(index)}
            >
              {kyc(`side.${side}`)}
            </Button>
          ))}
        </div>
        <Tools
          zoom={zoom}
          changeZoom={(step) => setZoom((now) => Math.min(Math.max(now + step, 0), zooms.length - 1))}
          rotate={() => setTurns((now) => now + 1)}
        />
      </div>
      <div
        // A zoomed picture is moved by the arrow keys too.
        tabIndex={0}
        role="group"
        aria-label={t('pictures.area')}
        className="h-[min(60dvh,36rem)] overflow-auto rounded-lg bg-fill"
      >
        <div
          style={{ width: `${(zooms[zoom] ?? 1) * 100}%`, height: `${(zooms[zoom] ?? 1) * 100}%` }}
          className="flex items-center justify-center"
        >
          <img
            src={`data:${shown.contentType};base64,${shown.base64}`}
            alt={t(`pictures.alt.${shown.side}`, { name })}
            draggable={false}
            style={{ transform: `rotate(${turns * 90}deg)` }}
            className="max-h-full max-w-full object-contain"
          />
        </div>
      </div>
    </div>
  )
}

/** The photos of a check, large: sides, zoom and rotation. Escape closes it. */
export const KycPictureViewer = ({
  open,
  onClose,
  ...props
}: ViewerProps & { readonly open: boolean; readonly onClose: () => void }) => {
  const t = useText('kycCases')
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="large"
      title={t('pictures.title', { name: props.name })}
      lead={t('pictures.lead')}
    >
      {open && <Viewer {...props} />}
    </Dialog>
  )
}
