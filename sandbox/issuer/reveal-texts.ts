import type { Lang } from './html.ts'

/** Words of the reveal page. */
export const revealTexts = {
  en: {
    title: 'Card number',
    source: 'Shown by the card issuer',
    number: 'Card number',
    expires: 'Expires',
    cvv: 'CVV',
    name: 'Name',
    copy: 'Copy the card number',
    copied: 'Copied',
    copyFailed: 'Not copied: select the number and copy it',
    secondsLeft: 'Seconds until it hides',
    hiddenTitle: 'The number is hidden',
    hiddenText: 'It can be shown again from your card page, after you confirm it is you.',
    expiredTitle: 'This link has been used or is too old',
    expiredText: 'A number is shown once, within five minutes. Ask for it again from your card page.',
  },
  es: {
    title: 'Número de tarjeta',
    source: 'Lo muestra el emisor de la tarjeta',
    number: 'Número de tarjeta',
    expires: 'Vence',
    cvv: 'CVV',
    name: 'Nombre',
    copy: 'Copiar el número de tarjeta',
    copied: 'Copiado',
    copyFailed: 'No se copió: selecciona el número y cópialo',
    secondsLeft: 'Segundos hasta que se oculte',
    hiddenTitle: 'El número está oculto',
    hiddenText: 'Puedes verlo otra vez desde tu tarjeta, después de confirmar que eres tú.',
    expiredTitle: 'Este enlace ya se usó o es muy antiguo',
    expiredText: 'Un número se muestra una vez, dentro de cinco minutos. Pídelo otra vez desde tu tarjeta.',
  },
} satisfies Record<Lang, Record<string, string>>
