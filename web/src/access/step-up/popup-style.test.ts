import { popupStyleHash } from '@cardamom/contract/popup-style'
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createStepUpClient } from './step-up-client.ts'

// The library shows its popup later, when the document no longer exists.
beforeAll(() => void vi.useFakeTimers())
afterAll(() => void vi.useRealTimers())

type MadeElement = { tag: string; textContent: string }

/** The parts of a document that the library uses until its style is added; records what it creates. */
const installDocument = (): MadeElement[] => {
  const made: MadeElement[] = []
  const element = (tag: string) => {
    const nothing = () => undefined
    const created = {
      tag,
      textContent: '',
      style: {},
      dataset: {},
      classList: { add: nothing, remove: nothing },
      setAttribute: nothing,
      removeAttribute: nothing,
      getAttribute: () => null,
      hasAttribute: () => false,
      appendChild: nothing,
      addEventListener: nothing,
      dispatchEvent: nothing,
      querySelector: () => null,
      querySelectorAll: () => [],
      closest: () => null,
      focus: nothing,
    }
    made.push(created)
    return created
  }
  const document = {
    cookie: '',
    location: { hostname: 'localhost', protocol: 'http:' },
    body: element('body'),
    head: { insertAdjacentElement: () => undefined },
    createElement: element,
    querySelector: () => null,
    querySelectorAll: () => [],
    addEventListener: () => undefined,
  }
  Object.assign(globalThis, {
    document,
    CSS: { supports: (_: string, width: string) => /^\d+px$/.test(width) },
    addEventListener: () => undefined,
  })
  Object.assign(globalThis, { window: globalThis, requestAnimationFrame: () => 0 })
  return made
}

const settings = { tenantId: 'tenant', baseUrl: 'http://localhost/v1', onTokenExpired: () => undefined }

/** Hash of the popup's style at this width, as a policy writes it. */
const styleHash = (width?: string): string => {
  const made = installDocument()
  const client = createStepUpClient(settings, async () => ({ data: null }))
  void client.launch('http://localhost/v1/ui/?token=x', 'popup', width)
  const styles = made.filter(({ tag }) => tag === 'style').map(({ textContent }) => textContent)
  expect(styles).toHaveLength(1)
  return `'sha256-${createHash('sha256')
    .update(styles[0] ?? '')
    .digest('base64')}'`
}

test('the policy allows exactly the style that the installed library makes for our popup', () => {
  expect(styleHash(), 'Put this one into contract/src/popup-style.ts').toBe(popupStyleHash)
})

test('an invalid width becomes the default, 385px; another width has its own style', () => {
  expect(styleHash('as wide as you like')).toBe(popupStyleHash)
  expect(styleHash('385px')).toBe(popupStyleHash)
  expect(styleHash('420px')).not.toBe(popupStyleHash)
})
