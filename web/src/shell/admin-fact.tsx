import { usePermissionText } from '../kernel/permission-text.ts'

/** A fact of a confirmation in the admin area; the names of permission tags are lines of their own. */
export const AdminFact = ({ fact, value }: { fact: string; value: string }) => {
  const { valueOf } = usePermissionText()
  return <span className="whitespace-pre-line">{valueOf(fact, value)}</span>
}
