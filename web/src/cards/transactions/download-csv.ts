import { exportTransactions } from '@cardamom/contract/transactions'
import { useState } from 'react'
import { ApiError, callBlob } from '../../kernel/api.ts'
import { useText } from '../../kernel/i18n.tsx'
import { queryOf } from '../../kernel/request.ts'
import { toastError } from '../../kernel/toasts.ts'
import type { ActivityFilter } from './activity-filter.ts'

const save = (blob: Blob, name: string) => {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser reads it after this turn.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

/** Saves exactly the rows of a filter as a CSV file. */
export const useCsv = (filter: ActivityFilter) => {
  const t = useText('transactions')
  const words = useText('transactionExport')
  const [isBusy, setBusy] = useState(false)
  const fetchFile = async () => {
    setBusy(true)
    try {
      const blob = await callBlob(`${exportTransactions.path}${queryOf(filter)}`)
      const part = [filter.from?.slice(0, 7), filter.status, filter.category].filter(Boolean)
      save(blob, `${[words('fileName'), ...part].join('-')}.csv`)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      toastError(error.message || t('csv.failed'))
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, download: () => void fetchFile() }
}
