import type { messages as en } from '../en/step-up.ts'
import type { Translation } from '../translation.ts'

export const messages: Translation<typeof en> = {
  title: 'Confirma que eres tú',
  lead: 'Se confirma solo esto, una vez.',
  password: 'Contraseña',
  once: 'Vale para esta única vez y no se guarda.',
  missing: 'Escribe tu contraseña.',
  wrong: 'Esa no es tu contraseña. Vuelve a intentarlo.',
  failed: 'No se pudo comprobar. Vuelve a intentarlo en un momento.',
  giveUp: 'Ahora no',
  confirm: 'Confirmar',
  reveal: {
    title: 'Ver los datos de la tarjeta',
    lead: 'Confirma que eres tú. El emisor muestra aquí el número, el vencimiento y el CVV durante 30 segundos.',
    confirm: 'Ver los datos',
  },
}
