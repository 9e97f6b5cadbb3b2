import { buildWeb } from './start/web-build.ts'
import { sentenceOf } from '../server/src/kernel/start-sentence.ts'

/**
 * `npm run build`: builds the web app and replaces the old build in one step, also while a product serves it.
 */
try {
  const dist = await buildWeb({
    onBuild: () => process.stdout.write('Building the web app\n'),
    onStop: () => undefined,
  })
  process.stdout.write(`The web app is in ${dist}\n`)
} catch (error) {
  process.stderr.write(`${sentenceOf(error)}\n`)
  process.exitCode = 1
}
