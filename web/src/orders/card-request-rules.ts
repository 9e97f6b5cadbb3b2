import { DeliveryAddress, orderCard } from '@cardamom/contract/orders'
import { fieldErrorMap } from '@cardamom/contract/field-errors'
import { z } from 'zod'

const { type, name } = orderCard.input.shape

/** What is typed to order a card; only a physical one needs an address. Forms fetch this file, because zod is large. */
export const cardRequestRules = z
  .object({
    type,
    name,
    form: z.enum(['virtual', 'physical']),
    wallet: z.enum(['', 'regular', 'immediate']),
    street: z.string(),
    zip: z.string(),
    city: z.string(),
    country: z.string(),
  })
  .superRefine(({ form, street, zip, city, country }, issues) => {
    if (form === 'virtual') return
    const address = DeliveryAddress.safeParse({ street, zip, city, country }, { error: fieldErrorMap })
    for (const { path, message } of address.error?.issues ?? [])
      issues.addIssue({ code: 'custom', path: [...path], message })
  })
