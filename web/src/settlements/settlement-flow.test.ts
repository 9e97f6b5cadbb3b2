import { expect, test } from 'vitest'
import { flowOf } from './settlement-flow.ts'

const figures = {
  matured: '12.99',
  added: '0.00',
  deducted: '0.00',
  reversed: '1.50',
  owed: '0.00',
  uncovered: '0.00',
  allowance: '0.00',
  paid: '11.49',
}

test('the steps lead from the shares to what is paid', () => {
  expect(flowOf(figures)).toEqual([
    { name: 'matured', amount: '12.99', total: '12.99', from: 0, to: 1 },
    { name: 'reversed', amount: '-1.50', total: '11.49', from: 1149 / 1299, to: 1 },
    { name: 'paid', amount: '11.49', total: '11.49', from: 0, to: 1149 / 1299 },
  ])
})

test('a sum below zero is not covered, so it is owed, and nothing is paid', () => {
  const steps = flowOf({
    ...figures,
    matured: '3.00',
    deducted: '10.00',
    reversed: '0.00',
    uncovered: '7.00',
    paid: '0.00',
  })
  expect(steps.map(({ name, amount, total }) => [name, amount, total])).toEqual([
    ['matured', '3.00', '3.00'],
    ['deducted', '-10.00', '-7.00'],
    ['uncovered', '7.00', '0.00'],
    ['paid', '0.00', '0.00'],
  ])
  expect(steps.map(({ from, to }) => [from, to])).toEqual([
    [0.7, 1],
    [0, 1],
    [0, 0.7],
    [0.7, 0.7],
  ])
})
