import type { Lang } from './html.ts'

/** Texts of the reveal page. */
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
    copyFailed: 'Not copied: select it and copy',
    hiddenTitle: 'The number is hidden',
    hiddenText: 'You can show it again from your card page.',
    expiredTitle: 'This link was used or is too old',
    expiredText: 'A number is shown once, within a minute. Open it again from your card page.',
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
    copyFailed: 'No se copió: selecciónalo y cópialo',
    hiddenTitle: 'El número está oculto',
    hiddenText: 'Puedes verlo otra vez desde tu tarjeta.',
    expiredTitle: 'Este enlace ya se usó o es muy antiguo',
    expiredText: 'Un número se muestra una vez, dentro de un minuto. Ábrelo otra vez desde tu tarjeta.',
  },
} satisfies Record<Lang, Record<string, string>>
