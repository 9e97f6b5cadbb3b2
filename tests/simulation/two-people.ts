import { allTenants } from '../../server/src/kernel/database.ts'
import {
  confirmDecision,
  listReviews,
  proposeDecision,
  type CreditReview,
  type DecisionChoice,
} from '../../server/src/loads/credit-reviews.sql.ts'
import type { RunState } from './run-state.ts'

const [first, second] = ['00000000-0000-7000-8000-0000000000a1', '00000000-0000-7000-8000-0000000000a2']
const known = 'select row_id from issuer_history_row'

type ChosenDecision = { readonly choice: DecisionChoice; readonly rowId: string | null }

/** The decision of a person who has called the issuer's support and knows who made each change. */
const chooseFor = async (run: RunState, review: CreditReview): Promise<ChosenDecision> => {
  const made = await run.world.issuer.credits()
  const [stray] = review.strayRows.map((row) => row.split(':')[0] ?? '')
  if (stray !== undefined) {
    const isOurs = made.some(({ id, by }) => id === stray && by === 'api')
    return { choice: isOurs ? 'bind' : 'foreign', rowId: stray }
  }
  const rows = await run.world.rows<{ row_id: string }>(known)
  const seen = new Set(rows.map((row) => row.row_id))
  const delayed = made.find(
    ({ id, cardId, by }) => by === 'api' && cardId === review.issuerCardId && !seen.has(id),
  )
  return delayed ? { choice: 'bind', rowId: delayed.id } : { choice: 'retry', rowId: null }
}

/** Two people decide every credit that the product could not decide; returns how many there were. */
export const decideReviews = async (run: RunState): Promise<number> => {
  const { db, ids, clock } = run.world.product().kernel
  const reviews = (await db.read(allTenants, listReviews)).filter(({ proposed }) => proposed === null)
  for (const review of reviews) {
    const { ref } = review
    const wanted = await chooseFor(run, review)
    run.steps.push(`two people decide ${ref}, ${review.reason}: ${wanted.choice}`)
    const at = clock.now()
    await db.write(allTenants, async (sql) => {
      await proposeDecision(sql, { id: ids.next(), ref, ...wanted, by: first, at })
      await confirmDecision(sql, { ref, by: second, at })
    })
  }
  return reviews.length
}
