import { ApprovalReason, ApprovalRequested } from '@cardamom/contract/approvals'
import { endpoint } from '@cardamom/contract/endpoint'
import { z } from 'zod'
import { houseId } from '../companies/company.ts'
import { accepted, refused } from '../kernel/answer.ts'
import type { Kernel } from '../kernel/module.ts'
import type { Queries } from '../kernel/queries.ts'

const shared = {
  method: 'POST',
  who: 'fees.manage',
  stepUp: 'S2',
  fourEyes: true,
  idempotent: true,
  status: 202,
  output: ApprovalRequested,
} as const

/** Changes a setting in one transaction. */
const writeValue = endpoint({
  ...shared,
  path: '/probe/values',
  summary: 'A probe',
  input: z.object({
    key: z.string(),
    value: z.string(),
    reason: ApprovalReason,
    companyId: z.uuid().optional(),
  }),
  refusals: { invalid_amount: 409 },
})
const writeWithS3 = endpoint({
  ...shared,
  path: '/probe/sensitive',
  summary: 'A probe',
  stepUp: 'S3',
  input: z.object({ reason: ApprovalReason }),
  refusals: {},
})
/** Changes something outside. */
const sendOut = endpoint({
  ...shared,
  path: '/probe/outside',
  summary: 'A probe',
  effect: 'outside',
  input: z.object({ key: z.string(), reason: ApprovalReason }),
  refusals: { unavailable: 503, reference_used: 409 },
})
const writeSometimes = endpoint({
  method: 'POST',
  who: 'fees.manage',
  path: '/probe/sometimes',
  summary: 'A probe',
  stepUp: 'S2',
  fourEyesWhen: 'where the value is above ten',
  idempotent: true,
  input: z.object({ key: z.string(), value: z.number(), reason: ApprovalReason.optional() }),
  output: z.union([z.object({ isTwo: z.boolean() }), ApprovalRequested]),
  refusals: {},
})

const readValue = async (sql: Queries, key: string): Promise<string | null> =>
  (await sql.maybe<{ value: string }>(`select value #>> '{}' as value from setting where key = $1`, [key]))
    ?.value ?? null

const storeValue = (sql: Queries, key: string, value: string) =>
  sql.run(
    `insert into setting (key, value, changed_at) values ($1, to_jsonb($2::text), '2026-01-01Z')
     on conflict (key) do update set value = excluded.value`,
    [key, value],
  )

/** Mounts calls that need two people, with each effect. `outside` stands for a provider. */
export const mountProbes = (outside: { sent: string[]; answer: (key: string) => Promise<boolean> }) =>
  function mountOn({ mount }: Kernel): void {
    mount(
      writeValue,
      async ({ sql, me, approval, input: { key, value } }) => {
        if (value === 'refused' || (await readValue(sql, `${key}.stop`))) return refused('invalid_amount')
        await storeValue(sql, key, value)
        await storeValue(sql, `${key}.by`, `${me.userId} ${approval.checkerId} ${approval.reason}`)
        return accepted(null)
      },
      {
        describe: async ({ sql, input: { key, value, companyId } }) => ({
          companyId: companyId ?? houseId,
          changes: [{ name: 'note', before: await readValue(sql, key), after: value }],
        }),
      },
    )
    mount(writeWithS3, async () => accepted(null), {
      describe: async () => ({ companyId: houseId, changes: [] }),
    })
    mount(
      sendOut,
      async ({ input: { key }, finish }) => {
        outside.sent.push(key)
        if (!(await outside.answer(key))) return refused('unavailable', { data: { retryAfterSeconds: 1 } })
        return finish(null, async ({ sql }) => {
          await storeValue(sql, key, 'sent')
          return key.endsWith('known') ? refused('reference_used') : undefined
        })
      },
      { describe: async () => ({ companyId: houseId, changes: [] }) },
    )
    mount(
      writeSometimes,
      async ({ sql, approval, input: { key, value } }) => {
        await storeValue(sql, key, String(value))
        return accepted({ isTwo: approval !== null })
      },
      {
        isNeeded: async ({ input }) => input.value > 10,
        describe: async ({ input }) => ({
          companyId: houseId,
          changes: [{ name: 'amount', before: null, after: String(input.value) }],
        }),
      },
    )
  }
