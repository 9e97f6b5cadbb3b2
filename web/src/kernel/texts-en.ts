export { messages as shell } from '@cardamom/contract/messages/en/shell'
export { messages as transport } from '@cardamom/contract/messages/en/transport'
export { messages as ui } from '@cardamom/contract/messages/en/ui'

type Texts = { messages: Readonly<Record<string, unknown>> }

/**
 * English texts, part of the first file that the browser loads: those of every page, and the files of the
 * others.
 */
export const files: Readonly<Record<string, () => Promise<Texts>>> = import.meta.glob<Texts>([
  '../../../contract/src/messages/en/*.ts',
  '!../../../contract/src/messages/en/{shell,transport,ui}.ts',
])
