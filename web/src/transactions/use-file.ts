import { createDownload, type fileCalls } from '@cardamom/contract/downloads'
import { useAction } from '../kernel/query.ts'
import { saveFile } from '../kernel/save-file.ts'

/** Saves a file of the server: requests its one-time address, which the browser then downloads (api §8). */
export const useFile = (
  call: (typeof fileCalls)[number],
  onSaved: () => void,
): { isBusy: boolean; save: (query: Readonly<Record<string, string>>) => void } => {
  const request = useAction(createDownload, {
    onDone: (address) => {
      saveFile(address)
      onSaved()
    },
  })
  return { isBusy: request.isPending, save: (query) => request.mutate({ input: { call, query } }) }
}
