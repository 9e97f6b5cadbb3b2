export { messages as shell } from '@cardamom/contract/messages/es/shell'
export { messages as transport } from '@cardamom/contract/messages/es/transport'
export { messages as ui } from '@cardamom/contract/messages/es/ui'

type Texts = { messages: Readonly<Record<string, unknown>> }

/**
 * Spanish texts, loaded before the first paint when the cookie is `es`: those of every page, and the files of
 * the others.
 */
export const files: Readonly<Record<string, () => Promise<Texts>>> = import.meta.glob<Texts>([
  '../../../contract/src/messages/es/*.ts',
  '!../../../contract/src/messages/es/{shell,transport,ui}.ts',
])
