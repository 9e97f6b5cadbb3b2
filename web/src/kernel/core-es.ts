/** The same in Spanish, loaded before the first paint when the cookie says es. */
export { messages as shell } from '@cardamom/contract/messages/es/shell'
export { messages as transport } from '@cardamom/contract/messages/es/transport'
export { messages as ui } from '@cardamom/contract/messages/es/ui'
