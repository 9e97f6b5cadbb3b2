import type { ImageSide } from '@cardamom/contract/kyc'
import { useText } from '../kernel/i18n.tsx'
import { cx } from '../ui/cx.ts'
import { Status } from '../ui/status.tsx'
import type { Kyc } from './kyc-start.ts'
import { mainFinding } from './kyc-state.ts'

const FrontArt = () => (
  <>
    <rect width="120" height="78" className="fill-info-soft" />
    <rect x="10" y="11" width="42" height="6" rx="3" className="fill-info opacity-60" />
    <rect x="10" y="26" width="27" height="32" rx="4" className="fill-info opacity-30" />
    <circle cx="23.5" cy="37" r="6" className="fill-info-soft" />
    <path d="M13 58a10.5 10.5 0 0 1 21 0z" className="fill-info-soft" />
    {[29, 39, 49].map((y, at) => (
      <rect
        key={y}
        x="45"
        y={y}
        width={[56, 44, 50][at] ?? 50}
        height="5"
        rx="2.5"
        className="fill-mute opacity-35"
      />
    ))}
  </>
)

const BackArt = () => (
  <>
    <rect width="120" height="78" className="fill-info-soft" />
    <rect x="10" y="11" width="100" height="12" className="fill-ink opacity-60" />
    <rect x="10" y="32" width="38" height="6" rx="3" className="fill-mute opacity-35" />
    {[48, 56, 64].map((y) => (
      <rect key={y} x="10" y={y} width="100" height="4.5" rx="2" className="fill-mute opacity-45" />
    ))}
  </>
)

const FaceArt = () => (
  <>
    <rect width="120" height="78" className="fill-fill" />
    <circle cx="60" cy="41" r="37" className="fill-warn-soft" />
    <circle cx="60" cy="36" r="14" className="fill-warn opacity-50" />
    <path d="M33 78a27 24 0 0 1 54 0z" className="fill-brand opacity-60" />
  </>
)

const arts = { front: FrontArt, back: BackArt, face: FaceArt }

/**
 * A drawing of the picture's side, because the photos stay at the provider. It shows the findings, such as
 * blurred or dark.
 */
const Art = ({
  side,
  findings,
  accepted,
}: {
  side: ImageSide
  findings: readonly string[]
  accepted: boolean
}) => {
  const Drawn = arts[side]
  const has = (finding: string) => !accepted && findings.includes(finding)
  return (
    <span
      className={cx(
        'block overflow-hidden rounded-lg border',
        accepted ? 'border-line' : 'border-2 border-bad',
        !accepted && 'bg-fill',
      )}
    >
      <svg
        aria-hidden
        viewBox="0 0 120 78"
        className={cx(
          'block w-full',
          has('blurred') && 'blur-[3px]',
          has('too_dark') && 'brightness-40',
          has('too_bright') && 'opacity-30',
          has('too_small') && 'scale-45',
          has('missing') && 'opacity-10',
        )}
      >
        <Drawn />
      </svg>
    </span>
  )
}

/** The result of each picture: accepted, or refused. */
export const Pictures = ({ images, isPassport }: { images: Kyc['images']; isPassport: boolean }) => {
  const t = useText('kyc')
  return (
    <ul className="grid grid-cols-3 gap-4 md:max-w-120">
      {images.map(({ side, accepted, findings }) => (
        <li key={side} className="min-w-0">
          <Art side={side} findings={findings} accepted={accepted} />
          <p className="pt-2 text-base">{t(`side.${side === 'front' && isPassport ? 'page' : side}`)}</p>
          <Status tone={accepted ? 'good' : 'bad'} variant="plain">
            {t(accepted ? 'photo.accepted' : 'photo.again')}
          </Status>
          {!accepted && (
            <p className="text-base text-mute md:text-sm">{t(`finding.${mainFinding(findings)}`)}</p>
          )}
        </li>
      ))}
    </ul>
  )
}
