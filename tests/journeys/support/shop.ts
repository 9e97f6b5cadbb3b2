import type { CardPerson } from './people.ts'
import { serviceUrl } from './sandbox-services.ts'

/** This person's card in the shop; the last four digits alone may match another person's card. */
const cardInShop = async ({ lastName, card }: CardPerson): Promise<string> => {
  const wanted = encodeURIComponent(`${lastName} ${card.lastDigits}`)
  const found = await fetch(`${serviceUrl('issuer')}/shop/cards?q=${wanted}`)
  const { items } = (await found.json()) as { items: { id: string }[] }
  const [only, ...others] = items
  if (!only || others.length > 0) throw new Error(`The shop has ${items.length} cards of ${lastName}`)
  return only.id
}

/** Pays in the issuer's shop with this person's card. The payment may succeed or not. */
export const swipe = async (person: CardPerson, amount: string, merchantId = 'coffee'): Promise<void> => {
  const shop = serviceUrl('issuer')
  const paid = await fetch(`${shop}/shop/payments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: shop },
    body: JSON.stringify({ cardId: await cardInShop(person), merchantId, amount, wrongCvv: false }),
  })
  if (!paid.ok) throw new Error(`The shop answered ${paid.status}: ${await paid.text()}`)
}
