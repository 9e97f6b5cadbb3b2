import type { messages as en } from '../en/money-forms.ts'
import type { Translation } from '../translation.ts'

export const messages: Translation<typeof en> = {
  priceAgain: 'El precio se vuelve a leer solo.',
  limit: {
    below_minimum: '{amount} está por debajo del mínimo de {limit}. Hoy quedan {left}.',
    over_maximum: '{amount} está por encima del máximo de {limit}. Hoy quedan {left}.',
    over_daily: '{amount} está por encima de lo que el límite de hoy deja: {left}.',
  },
}
