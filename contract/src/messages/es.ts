/**
 * The Spanish catalogue (es-419, tú): the same lines as en.ts. `catalogues.ts` holds it to the same modules.
 */
export { messages as adminShell } from './es/admin-shell.ts'
export { messages as authClient } from './es/auth-client.ts'
export { messages as fields } from './es/fields.ts'
export { messages as mail } from './es/mail.ts'
export { messages as refusals } from './es/refusals.ts'
export { messages as shell } from './es/shell.ts'
export { messages as transport } from './es/transport.ts'
export { messages as ui } from './es/ui.ts'
