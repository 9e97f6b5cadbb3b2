import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { artifactFile } from './artifact-file.ts'
import { compileContracts } from './compile.ts'
import { planDeployment } from './deployment.ts'

test('the committed artifacts match the compiled sources', () => {
  const compiled = compileContracts()
  expect(compiled.size).toBeGreaterThanOrEqual(7)
  for (const [name, text] of compiled) expect(readFileSync(artifactFile(name), 'utf8'), name).toBe(text)
  const files = readdirSync(join(import.meta.dirname, 'artifacts'))
  expect(files.length).toBe(compiled.size)
})

test('addresses depend only on the code and the parties', () => {
  const deployer = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
  const treasury = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
  const plan = planDeployment({ deployer, treasury })
  expect(planDeployment({ deployer, treasury })).toEqual(plan)
  const other = planDeployment({ deployer, treasury: deployer })
  expect(other.tokens).toEqual(plan.tokens)
  expect(other.forwarderFactory).not.toBe(plan.forwarderFactory)
  expect(other.forwarderInitCodeHash).not.toBe(plan.forwarderInitCodeHash)
})
