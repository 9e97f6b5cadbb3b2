export { chromiumLaunch } from '../../sandbox/kernel/test-chromium.ts'
