/** The texts that every page needs: part of the first file that the browser loads. */
export { messages as shell } from '@cardamom/contract/messages/en/shell'
export { messages as transport } from '@cardamom/contract/messages/en/transport'
export { messages as ui } from '@cardamom/contract/messages/en/ui'
