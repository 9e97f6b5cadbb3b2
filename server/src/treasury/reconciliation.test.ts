import { expect, test } from 'vitest'
import { scheduleReconciliation } from './reconciliation.jobs.ts'

type Needs = Parameters<typeof scheduleReconciliation>

test('no check that reads the issuer shares a lane with another check', () => {
  const lanes = new Map<string, unknown>()
  const jobs = {
    recurring: (name: string, _run: unknown, { lane }: { lane: string }) => void lanes.set(name, lane),
  }
  const needs = {
    issuer: {},
    rail: { assets: [], network: 'ethereum', gasCoin: { symbol: 'ETH', decimals: 18 } },
  } as unknown as Needs[1]
  scheduleReconciliation({ jobs } as unknown as Needs[0], needs)
  const atIssuer = ['treasury.check_cards', 'treasury.check_master', 'treasury.check_days']
  expect(atIssuer.map((name) => lanes.get(name))).toEqual(atIssuer.map(() => 'issuer-checks'))
  const others = ['treasury.check_chain', 'treasury.check_ageing']
  expect(others.map((name) => lanes.get(name))).toEqual(others.map(() => 'reconciliation'))
  expect(lanes.size).toBe(atIssuer.length + others.length)
})
