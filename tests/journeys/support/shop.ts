import { serviceUrl } from './sandbox-services.ts'

/** Pays in the issuer's shop with this card; gives what became of it. */
export const swipe = async (cardDigits: string, amount: string, merchantId = 'coffee'): Promise<void> => {
  const shop = serviceUrl('issuer')
  const found = await fetch(`${shop}/shop/cards?q=${cardDigits}`)
  const { items } = (await found.json()) as { items: { id: string; last4: string }[] }
  const card = items.find(({ last4 }) => last4 === cardDigits)
  const paid = await fetch(`${shop}/shop/payments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: shop },
    body: JSON.stringify({ cardId: card?.id, merchantId, amount, wrongCvv: false }),
  })
  if (!paid.ok) throw new Error(`The shop answered ${paid.status}: ${await paid.text()}`)
}
