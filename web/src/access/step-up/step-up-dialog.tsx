import { FactorMethod, type StepUpRequest } from '@cardamom/contract/access/step-up'
import { stepUpOperations, type StepUpOperation } from '@cardamom/contract/access/step-up-operations'
import { amountFacts, stepUpFacts, type StepUpFact } from '@cardamom/contract/access/step-up-shown'
import { adminFact } from '../../kernel/admin-facts.ts'
import { useText } from '../../kernel/i18n.tsx'
import { moneyText } from '../../kernel/money-text.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { KvRow, KvRows } from '../../ui/kv-rows.tsx'
import { useWayName } from './proof-panel.tsx'
import { ChallengeBody, useChallenge } from './use-challenge.tsx'

export type OpenStepUp = {
  readonly request: StepUpRequest
  /** The grant, or null when the person cancelled. */
  readonly answer: (grant: string | null) => void
}

const nameOf = (action: string) =>
  action in stepUpOperations ? stepUpOperations[action as StepUpOperation] : null

const isMethod = (value: string): value is FactorMethod => FactorMethod.safeParse(value).success

const limitFacts: ReadonlySet<string> = new Set<StepUpFact>(['payment', 'day', 'month', ...amountFacts])

/** Facts of the operation, in the reader's language. */
const Facts = ({ show }: { show: Readonly<Record<string, string>> }) => {
  const t = useText('stepUp')
  const wayName = useWayName()
  const OfAdmins = adminFact.read()
  const wordOf = (fact: string) =>
    stepUpFacts.some((known) => known === fact) ? t(`fact.${fact as StepUpFact}`) : fact
  const valueOf = (fact: string, value: string) => {
    if (fact === 'method') return isMethod(value) ? wayName(value) : value
    // The person who confirms has just chosen the file.
    if (fact === 'proof') return t('attached')
    if (limitFacts.has(fact)) return value === 'none' ? t('noLimit') : moneyText(value)
    if (fact === 'otpLogin') return t(value === 'on' ? 'on' : 'off')
    if (fact !== 'lockAfterSeconds') return OfAdmins ? <OfAdmins fact={fact} value={value} /> : value
    const count = Number(value)
    return count < 60 ? t('seconds', { count }) : t('minutes', { count: count / 60 })
  }
  return (
    <KvRows>
      {Object.entries(show).map(([fact, value]) => (
        <KvRow key={fact} name={wordOf(fact)}>
          <span className="wrap-anywhere">{valueOf(fact, value)}</span>
        </KvRow>
      ))}
    </KvRows>
  )
}

/**
 * Confirms one operation (api §5): shows its facts, then requests the proof of its level. Cancelling answers
 * null, and the caller shows nothing.
 */
export const StepUpDialog = ({ request }: { request: OpenStepUp }) => {
  const t = useText('stepUp')
  const challenge = useChallenge(request)
  const { action, show } = request.request
  const name = nameOf(action)
  return (
    <Dialog
      open
      size="small"
      onClose={() => request.answer(null)}
      title={name === null ? t('title') : t(`operation.${name}.title`)}
      lead={name === null ? t('lead') : t(`operation.${name}.lead`)}
      actions={<Button onClick={() => request.answer(null)}>{t('notNow')}</Button>}
    >
      <div className="flex flex-col gap-4">
        {Object.keys(show).length > 0 && <Facts show={show} />}
        <ChallengeBody {...challenge} />
      </div>
    </Dialog>
  )
}
