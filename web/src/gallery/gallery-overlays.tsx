import { Copy } from 'lucide-react'
import { Button } from '../ui/button.tsx'
import { Dialog, Drawer } from '../ui/dialog.tsx'
import { KvRow, KvRows } from '../ui/kv-rows.tsx'

export type Overlay = 'dialog' | 'drawer' | null

/** A dialog and a drawer. */
export const Overlays = ({ open, onClose }: { open: Overlay; onClose: () => void }) => (
  <>
    <Dialog
      open={open === 'dialog'}
      onClose={onClose}
      title="Transfer $5,000.00 to Andes"
      lead="Both wallets before and after."
      footNote="Signed with your passkey."
      actions={
        <>
          <Button onClick={onClose}>Discard</Button>
          <Button variant="primary" icon={Copy}>
            Transfer $5,000.00
          </Button>
        </>
      }
    >
      <KvRows>
        <KvRow name="Norte">18,250.00 → 13,250.00</KvRow>
        <KvRow name="Andes" total>
          640.00 → 5,630.00
        </KvRow>
      </KvRows>
    </Dialog>
    <Drawer
      open={open === 'drawer'}
      onClose={onClose}
      title="Lucía Ferrer"
      actions={<Button variant="primary">Open the page</Button>}
    >
      <KvRows>
        <KvRow name="E-mail">lucia.ferrer@correo.example</KvRow>
      </KvRows>
    </Drawer>
  </>
)
