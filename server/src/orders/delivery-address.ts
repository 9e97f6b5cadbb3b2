import type { DeliveryAddress } from '@cardamom/contract/orders'
import type { z } from 'zod'
import type { Encryption } from '../kernel/encryption.ts'

export type Delivery = z.output<typeof DeliveryAddress>

const context = (orderId: string) => `card_order:${orderId}`

/** The stored form of a delivery address: people's addresses are encrypted (security §5). */
export const encryptDelivery = async (
  encryption: Encryption,
  orderId: string,
  address: Delivery | null,
): Promise<Buffer | null> =>
  address && encryption.encrypt(Buffer.from(JSON.stringify(address)), context(orderId))

export const decryptDelivery = async (
  encryption: Encryption,
  { id, encrypted }: { readonly id: string; readonly encrypted: Buffer | null },
): Promise<Delivery | null> =>
  encrypted && (JSON.parse((await encryption.decrypt(encrypted, context(id))).toString()) as Delivery)
