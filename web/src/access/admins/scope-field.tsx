import { dataScopeKinds } from '@cardamom/contract/access/admins'
import { useText } from '../../kernel/i18n.tsx'
import { ChoiceCard } from '../../ui/choice.tsx'
import { FieldGroup } from '../../ui/field.tsx'
import { CompaniesField } from './company-choice.tsx'
import type { DataScope } from './permission-plan.ts'

/** A provider sub-admin sees listed companies only. */
const providerSubAdmin = 10

/** Chooses whose data a person sees. Listed companies are chosen from those that the reader sees. */
export const ScopeField = ({
  roleId,
  scope,
  choose,
}: {
  roleId: number
  scope: DataScope
  choose: (scope: DataScope) => void
}) => {
  const t = useText('permissions')
  const companies = (
    <CompaniesField
      label={t('scope.companies')}
      chosen={scope.companies}
      choose={(chosen) => choose({ kind: 'listed', companies: [...chosen] })}
    />
  )
  if (roleId === providerSubAdmin) return companies
  return (
    <div className="flex flex-col gap-4">
      <FieldGroup label={t('scope.title')} hint={t('scope.hint')}>
        <div className="flex flex-col gap-2">
          {dataScopeKinds.map((kind) => (
            <ChoiceCard
              key={kind}
              name="dataScope"
              title={t(`dataScope.${kind}`)}
              checked={scope.kind === kind}
              onChange={() => choose({ ...scope, kind })}
            />
          ))}
        </div>
      </FieldGroup>
      {scope.kind === 'listed' && companies}
    </div>
  )
}
