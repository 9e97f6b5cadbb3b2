import { createDownload, type fileCalls } from '@cardamom/contract/downloads'
import { useAction } from '../kernel/query.ts'

const save = (url: string) => {
  const link = document.createElement('a')
  link.href = url
  // The server names the file.
  link.download = ''
  link.click()
}

/** Saves a file of the server: asks for its one-time address and lets the browser fetch it (api §8). */
export const useFile = (
  call: (typeof fileCalls)[number],
  onSaved: () => void,
): { isBusy: boolean; save: (query: Readonly<Record<string, string>>) => void } => {
  const ask = useAction(createDownload, {
    onDone: ({ url }) => {
      save(url)
      onSaved()
    },
  })
  return { isBusy: ask.isPending, save: (query) => ask.mutate({ input: { call, query } }) }
}
