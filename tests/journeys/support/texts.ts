import { messages as cardsEn } from '@cardamom/contract/messages/en/cards'
import { messages as kycEn } from '@cardamom/contract/messages/en/kyc'
import { messages as loadsEn } from '@cardamom/contract/messages/en/loads'
import { messages as loginEn } from '@cardamom/contract/messages/en/login'
import { messages as personEn } from '@cardamom/contract/messages/en/person'
import { messages as registrationEn } from '@cardamom/contract/messages/en/registration'
import { messages as securityEn } from '@cardamom/contract/messages/en/security'
import { messages as shellEn } from '@cardamom/contract/messages/en/shell'
import { messages as stepUpEn } from '@cardamom/contract/messages/en/step-up'
import { messages as transactionsEn } from '@cardamom/contract/messages/en/transactions'
import { messages as uiEn } from '@cardamom/contract/messages/en/ui'
import { messages as cardsEs } from '@cardamom/contract/messages/es/cards'
import { messages as kycEs } from '@cardamom/contract/messages/es/kyc'
import { messages as loadsEs } from '@cardamom/contract/messages/es/loads'
import { messages as loginEs } from '@cardamom/contract/messages/es/login'
import { messages as personEs } from '@cardamom/contract/messages/es/person'
import { messages as registrationEs } from '@cardamom/contract/messages/es/registration'
import { messages as securityEs } from '@cardamom/contract/messages/es/security'
import { messages as shellEs } from '@cardamom/contract/messages/es/shell'
import { messages as stepUpEs } from '@cardamom/contract/messages/es/step-up'
import { messages as transactionsEs } from '@cardamom/contract/messages/es/transactions'
import { messages as uiEs } from '@cardamom/contract/messages/es/ui'

export type Language = 'en' | 'es'

/** Texts on the pages of other services: the capture page and the test shop. */
const outsideEn = {
  consent: /^I agree that photos of my document/,
  startCheck: 'Start the check',
  samples: 'Fill in all photos with samples',
  sendPhotos: 'Send for checking',
  verified: 'You are verified',
  goBack: 'Continue',
  pay: 'Pay $100.00',
  approved: 'Approved: $100.00 is held on the card',
  changeCard: 'Change card',
  findCard: 'Name or last digits',
  amount: 'Amount',
  stepAmount: 'Amount in USD',
  clear: 'Clear',
}
const outsideEs: typeof outsideEn = {
  consent: /^Acepto que se usen fotos de mi documento/,
  startCheck: 'Empezar la verificación',
  samples: 'Llenar todas las fotos con muestras',
  sendPhotos: 'Enviar a revisión',
  verified: 'Tu identidad está verificada',
  goBack: 'Continuar',
  pay: 'Pagar $100.00',
  approved: 'Aprobado: $100.00 quedan retenidos en la tarjeta',
  changeCard: 'Cambiar tarjeta',
  findCard: 'Nombre o últimos dígitos',
  amount: 'Monto',
  stepAmount: 'Monto en USD',
  clear: 'Liquidar',
}

/** The product's own texts in both languages, for journeys that run in both. */
export const texts = {
  en: {
    cards: cardsEn,
    kyc: kycEn,
    loads: loadsEn,
    login: loginEn,
    person: personEn,
    registration: registrationEn,
    security: securityEn,
    shell: shellEn,
    stepUp: stepUpEn,
    transactions: transactionsEn,
    ui: uiEn,
    outside: outsideEn,
  },
  es: {
    cards: cardsEs,
    kyc: kycEs,
    loads: loadsEs,
    login: loginEs,
    person: personEs,
    registration: registrationEs,
    security: securityEs,
    shell: shellEs,
    stepUp: stepUpEs,
    transactions: transactionsEs,
    ui: uiEs,
    outside: outsideEs,
  },
} as const

export type Texts = (typeof texts)[Language]
