import { Download, Search, Settings, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useBranding } from '../kernel/branding.ts'
import { toastError, toastSuccess } from '../kernel/toasts.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Button, TextButton } from '../ui/button.tsx'
import { CardArt, type CardState } from '../ui/card-art.tsx'
import { Chip, Segmented } from '../ui/choice.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { LimitMeter, Meter } from '../ui/meter.tsx'
import { NoteBox } from '../ui/note-box.tsx'
import { PageHeader } from '../ui/page.tsx'
import { Figure, Figures, Panel } from '../ui/panel.tsx'
import { Ring } from '../ui/ring.tsx'
import { SkeletonRows } from '../ui/skeleton.tsx'
import { Count, Status, Tag, type Tone } from '../ui/status.tsx'
import { Switch } from '../ui/toggles.tsx'
import { Overlays, type Overlay } from './gallery-overlays.tsx'

const tones: readonly Tone[] = ['good', 'warn', 'bad', 'info', 'neutral']
const states: readonly CardState[] = ['active', 'paused', 'blocked', 'pending', 'expired', 'ghost']

const Buttons = () => {
  const [isBusy, setBusy] = useState(false)
  const [open, setOpen] = useState<Overlay>(null)
  return (
    <Panel title="Buttons" action={<TextButton icon={Download}>CSV</TextButton>}>
      <div className="flex flex-wrap gap-3">
        <Button variant="primary" onClick={() => setOpen('dialog')}>
          Transfer $5,000.00
        </Button>
        <Button onClick={() => setOpen('drawer')}>Open drawer</Button>
        <Button variant="soft" onClick={() => toastSuccess('The code was sent to l•••••@correo.example.')}>
          Toast
        </Button>
        <Button
          variant="ghost"
          icon={Search}
          onClick={() => toastError('Validation Error:\nInvalid amount\nName cannot be empty')}
        >
          Errors
        </Button>
        <Button variant="danger" icon={Trash2}>
          Remove the key
        </Button>
        <Button busy={isBusy} onClick={() => setBusy(true)}>
          Press to wait
        </Button>
        <Button busy icon={Settings}>
          Saving
        </Button>
        <Button iconOnly icon={Settings}>
          Settings
        </Button>
        <Button size="small" variant="primary">
          Small
        </Button>
        <Button disabled>Off</Button>
        <CopyButton text="0x7A3e19" word="Copy address" variant="primary" />
        <CopyButton text="101.125701" label="Copy the amount" />
      </div>
      <Overlays open={open} onClose={() => setOpen(null)} />
    </Panel>
  )
}

const TextSamples = () => {
  const [view, setView] = useState('all')
  return (
    <Panel title="States and filters">
      <div className="flex flex-col gap-4">
        <div className="flex flex-wrap gap-2">
          {tones.map((tone) => (
            <Status key={tone} tone={tone}>
              {tone}
            </Status>
          ))}
        </div>
        <div className="flex flex-wrap gap-4">
          {tones.map((tone) => (
            <Status key={tone} tone={tone} variant="plain">
              {tone}
            </Status>
          ))}
        </div>
        <div className="flex items-center gap-2">
          <Tag>T2</Tag>
          <Tag>At once</Tag>
          <Count>14</Count>
          <Avatar name="Lucía Ferrer" />
          <Avatar name="Andes" shape="company" />
        </div>
        <Segmented
          label="Status"
          name="view"
          value={view}
          onChange={setView}
          segments={[
            { value: 'all', label: 'All' },
            { value: 'floating', label: 'Floating', count: '1' },
            { value: 'settled', label: 'Settled', count: '14' },
          ]}
        />
        <div className="flex flex-wrap gap-2">
          <Chip on removable>
            Nov 2026
          </Chip>
          <Chip opens>Card</Chip>
          <Chip adds>+ Filter</Chip>
          <Chip on>$1,000</Chip>
          <Chip>$2,000</Chip>
        </div>
      </div>
    </Panel>
  )
}

const Meters = () => (
  <>
    <Panel title="Limits" action={<TextButton>Change</TextButton>}>
      <div className="flex flex-col gap-3 pb-1">
        <LimitMeter name="Today" used="$100.00" of="of $500.00" label="$100.00 of $500.00" share={0.2} />
        <LimitMeter
          name="November"
          used="$624.90"
          of="of $3,000.00"
          label="$624.90 of $3,000.00"
          share={0.21}
        />
        <Switch defaultChecked>Online payments</Switch>
        <Switch hint="Off for this card">Cash machines</Switch>
      </div>
    </Panel>
    <Panel>
      <Figures>
        <Figure name="Balance">$970.00</Figure>
        <Figure name="Floating">$100.00</Figure>
        <Figure name="Available" tone="brand">
          $870.00
        </Figure>
      </Figures>
      <div className="flex items-center gap-4 pt-5">
        <Ring leftMs={22_000} wholeMs={30_000} />
        <Ring leftMs={441_000} wholeMs={1_800_000} tone="warn" size={56} />
        <div className="grow">
          <Meter label="half" share={0.5} thick />
        </div>
      </div>
    </Panel>
  </>
)

const Cards = () => {
  const branding = useBranding()
  return (
    <div className="grid gap-5 pt-6 md:grid-cols-3">
      {states.map((state) => (
        <CardArt
          key={state}
          company={branding.name}
          hue={branding.hue}
          chroma={branding.chroma}
          state={state}
          finish={state === 'blocked' ? 'metal' : 'plastic'}
          name="LUCIA FERRER"
          lastDigits="4832"
          expiry="09/29"
          {...(state === 'active' ? {} : { note: state })}
        />
      ))}
      <CardArt
        company={branding.name}
        hue={branding.hue}
        chroma={branding.chroma}
        finish="metal"
        name="LUCIA FERRER"
        lastDigits="4832"
        expiry="09/29"
      />
      <CardArt
        size="small"
        company={branding.name}
        hue={branding.hue}
        chroma={branding.chroma}
        name="LUCIA FERRER"
        lastDigits="4832"
      />
    </div>
  )
}

/** The small components, one by one. */
export const GalleryPiecesPage = () => (
  <>
    <PageHeader
      title="Components"
      facts={['Every tone', 'Every state']}
      status={<Status tone="good">Activated</Status>}
      actions={
        <Button iconOnly variant="ghost" icon={Search}>
          Search
        </Button>
      }
    />
    <div className="grid gap-4 lg:grid-cols-2">
      <Buttons />
      <TextSamples />
      <Meters />
      <div className="flex flex-col gap-3">
        {tones.map((tone) => (
          <NoteBox key={tone} tone={tone} title="The back of your ID card is blurred.">
            The rest is fine and is kept.
          </NoteBox>
        ))}
      </div>
      <SkeletonRows rows={4} />
    </div>
    <Cards />
  </>
)
