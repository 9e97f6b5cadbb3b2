import { usePermissionText } from '../kernel/permission-text.ts'
import { useSettingFact } from '../ui/setting-fact.ts'

/** A fact of a confirmation in the admin area; the names of permission tags are lines of their own. */
export const AdminFact = ({ fact, value }: { fact: string; value: string }) => {
  const { valueOf } = usePermissionText()
  const ofSettings = useSettingFact()
  return <span className="whitespace-pre-line">{ofSettings(fact, value) ?? valueOf(fact, value)}</span>
}
