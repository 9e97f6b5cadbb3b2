import { getAdmin, listAdmins, updateAdmin } from '@cardamom/contract/access/admins'
import { useState } from 'react'
import { call, isRefusal } from '../../kernel/api.ts'
import { conflictOf, type Conflict } from '../../kernel/conflict.ts'
import { callKey, queryClient } from '../../kernel/query.ts'
import { useContractForm } from '../../ui/form.tsx'
import type { AdminRecord } from './use-admin-rights.ts'

export const editedFields = ['firstName', 'lastName', 'roleId', 'passkeyRequired'] as const
export type EditedField = (typeof editedFields)[number]
export type AdminFields = Record<EditedField, string>

const editedOf = ({ firstName, lastName, roleId, passkeyRequired }: AdminRecord): AdminFields => ({
  firstName,
  lastName,
  roleId: String(roleId),
  passkeyRequired: String(passkeyRequired),
})
const changedFields = (one: AdminFields, other: AdminFields): EditedField[] =>
  editedFields.filter((name) => one[name].trim() !== other[name].trim())

type Input = NonNullable<Parameters<typeof call<typeof updateAdmin>>[1]['input']>
/** The typed text of a field as the call has it. */
const sentAs: Record<EditedField, (typed: string) => unknown> = {
  firstName: (typed) => typed,
  lastName: (typed) => typed,
  roleId: Number,
  passkeyRequired: (typed) => typed === 'true',
}

/**
 * Changes a person from the version that was read. When another person changed them meanwhile, fields that only they
 * changed are adopted, and both values of the others are shown.
 */
export const useEditing = (start: AdminRecord, onSaved: (admin: AdminRecord) => void) => {
  const [read, setRead] = useState(start)
  const [conflict, setConflict] = useState<Conflict<AdminFields> | null>(null)
  const form = useContractForm<AdminFields>({ defaultValues: editedOf(start) })
  const save = async (mine: AdminFields, from: AdminRecord = read): Promise<unknown> => {
    const base = editedOf(from)
    const names = changedFields(base, mine)
    const input = Object.fromEntries(names.map((name) => [name, sentAs[name](mine[name])])) as Input
    const args = { params: { id: from.id }, input, ifMatch: String(from.version), errors: 'fields' } as const
    try {
      const answer = await call(updateAdmin, args)
      queryClient.setQueryData(callKey(getAdmin, { params: { id: from.id } }), answer)
      await queryClient.invalidateQueries({ queryKey: [listAdmins.path] })
      onSaved(answer)
      return true
    } catch (error) {
      if (!isRefusal(error, 'record_changed')) throw error
      const record = error.data as AdminRecord
      const found = conflictOf({ base, mine, theirs: editedOf(record) }, changedFields)
      if (found.both.length === 0 && found.adopted.length === 0) return save(mine, record)
      for (const name of found.adopted) form.setValue(name, found.theirs[name])
      setRead(record)
      setConflict(found)
      return false
    }
  }
  return { form, save, conflict, changes: changedFields(editedOf(read), form.watch()) }
}
