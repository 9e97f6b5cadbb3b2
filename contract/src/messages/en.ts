/**
 * The English catalogue, one line a module: `export { messages as <module> } from './en/<module>.ts'`, where
 * that file holds `export const messages = { … } as const`. Texts are ICU messages; a key is a camelCase word
 * or a refusal code. Beside it goes the same line in es.ts and a file es/<module>.ts of type
 * `Translation<typeof en>`. The name in camelCase is the namespace: `useText('<module>')` in the web, which
 * loads only what a page uses.
 */
export { messages as adminShell } from './en/admin-shell.ts'
export { messages as answers } from './en/answers.ts'
export { messages as authClient } from './en/auth-client.ts'
export { messages as cards } from './en/cards.ts'
export { messages as declines } from './en/declines.ts'
export { messages as deviceProfiling } from './en/device-profiling.ts'
export { messages as fees } from './en/fees.ts'
export { messages as fields } from './en/fields.ts'
export { messages as home } from './en/home.ts'
export { messages as legal } from './en/legal.ts'
export { messages as login } from './en/login.ts'
export { messages as kyc } from './en/kyc.ts'
export { messages as mail } from './en/mail.ts'
export { messages as notifications } from './en/notifications.ts'
export { messages as palette } from './en/palette.ts'
export { messages as person } from './en/person.ts'
export { messages as profile } from './en/profile.ts'
export { messages as recovery } from './en/recovery.ts'
export { messages as loads } from './en/loads.ts'
export { messages as refusals } from './en/refusals.ts'
export { messages as registration } from './en/registration.ts'
export { messages as rescue } from './en/rescue.ts'
export { messages as security } from './en/security.ts'
export { messages as shell } from './en/shell.ts'
export { messages as statement } from './en/statement.ts'
export { messages as stepUp } from './en/step-up.ts'
export { messages as support } from './en/support.ts'
export { messages as transactionExport } from './en/transaction-export.ts'
export { messages as transactions } from './en/transactions.ts'
export { messages as transport } from './en/transport.ts'
export { messages as ui } from './en/ui.ts'
export { messages as wallet } from './en/wallet.ts'
