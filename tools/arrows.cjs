// The import rules of the project (architecture §3). arrows.test.ts runs them and plants a violation that
// must fail, because a run that sees no modules passes silently.
const { readFileSync } = require('node:fs')
const { join } = require('node:path')

const source = readFileSync(join(__dirname, '../server/src/modules.ts'), 'utf8')
const modules = [...source.matchAll(/^\s+('[\w-]+',?\s*)+/gm)].flatMap(([line]) =>
  [...line.matchAll(/'([\w-]+)'/g)].map(([, name]) => name),
)

const upward = modules.map((name, rank) => ({
  name: `no-upward-import-from-${name}`,
  comment: 'A module and its tests import only modules of a lower rank; an upward need is an event.',
  severity: 'error',
  from: { path: `^server/src/${name}/` },
  to: { path: `^server/src/(${modules.slice(rank + 1).join('|') || 'nothing-above'})/` },
}))

module.exports = {
  forbidden: [
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    ...upward,
    {
      name: 'kernel-knows-no-module',
      severity: 'error',
      from: { path: '^server/src/kernel/' },
      to: { path: '^server/src/(?!kernel/)' },
    },
    {
      name: 'providers-know-no-module',
      severity: 'error',
      from: { path: '^server/src/providers/' },
      to: { path: `^server/src/(${modules.join('|')})/` },
    },
    {
      name: 'routes-belong-to-the-product',
      comment: "Nobody imports another module's routes.",
      severity: 'error',
      from: { path: '^server/src/([\\w-]+)/', pathNot: '\\.test\\.ts$' },
      to: { path: '^server/src/[\\w-]+/.+\\.routes\\.ts$', pathNot: '^server/src/$1/' },
    },
    {
      name: 'web-stands-alone',
      severity: 'error',
      from: { path: '^web/' },
      to: { path: '^(server|sandbox|tests|tools)/' },
    },
    {
      name: 'web-folders-share-kernel-and-ui-only',
      severity: 'error',
      from: { path: '^web/src/([\\w-]+)/', pathNot: '^web/src/(kernel|ui|shell|cards)/|\\.test\\.tsx?$' },
      to: { path: '^web/src/[\\w-]+/', pathNot: '^web/src/($1|kernel|ui|shell)/' },
    },
    {
      name: 'web-cards-show-transactions',
      comment: "The page of a card shows its payments; the module's pages know no other folder.",
      severity: 'error',
      from: { path: '^web/src/cards/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^web/src/[\\w-]+/', pathNot: '^web/src/(cards|transactions|kernel|ui|shell)/' },
    },
    {
      name: 'web-kernel-and-ui-know-no-module',
      severity: 'error',
      from: { path: '^web/src/(kernel|ui)/' },
      to: { path: '^web/src/(?!kernel/|ui/)[\\w-]+/' },
    },
    {
      name: 'sandbox-imports-nothing-of-ours',
      severity: 'error',
      from: { path: '^sandbox/' },
      to: { path: '^(server|contract|web|tools)/' },
    },
    {
      name: 'signer-stands-alone',
      comment: 'What has the key of the payout wallet shares no code with the rest.',
      severity: 'error',
      from: { path: '^signer/', pathNot: '\\.test\\.ts$' },
      to: { path: '^(server|contract|web|tools|sandbox|tests)/' },
    },
    {
      name: 'nobody-imports-the-signer',
      severity: 'error',
      from: { path: '^(server|contract|web|tools|sandbox)/' },
      to: { path: '^signer/' },
    },
    {
      name: 'contract-imports-zod-only',
      severity: 'error',
      from: { path: '^contract/', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^(contract/|node_modules/zod/)' },
    },
    {
      name: 'tests-are-for-tests',
      comment: 'Code imports nothing of tests/; tests of a module import only fixtures of tests/support.',
      severity: 'error',
      from: { path: '^(server|web|contract|sandbox)/', pathNot: '\\.test\\.tsx?$|test-kit' },
      to: { path: '^tests/' },
    },
    {
      name: 'modules-share-fixtures-only',
      severity: 'error',
      from: { path: '^(server|web|contract|sandbox)/' },
      to: { path: '^tests/(?!support/)' },
    },
    {
      name: 'rules-do-no-io',
      comment: 'A rule file is pure: no database, no providers, no node modules with effects.',
      severity: 'error',
      from: {
        path: '^server/src/(?!kernel|providers)[\\w-]+/[\\w-]+-(status|split|quote|part|postings|time|chain)\\.ts$',
      },
      to: { path: '^(server/src/(kernel/(database|mount|jobs)|providers/)|(fs|net|http|child_process)$)' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(node_modules|dist|artifacts)/|^tests/api-client/program/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    combinedDependencies: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.json'],
    },
    parser: 'swc',
  },
}
