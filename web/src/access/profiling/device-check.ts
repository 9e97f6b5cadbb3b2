import { profileDevice } from './profile-device.ts'

/**
 * The device check, a separate page that loads no other code of the product, because the profiler's script
 * runs here. The server filled in its settings. It continues to `next` whatever the result is.
 */
const { profiler = '', tenant = '', next = '', hue = '', chroma = '' } = document.body.dataset

const root = document.documentElement.style
const scheme = localStorage.getItem('theme')
root.setProperty('color-scheme', scheme === 'light' || scheme === 'dark' ? scheme : 'light dark')
root.setProperty('--hue', hue)
root.setProperty('--chroma', chroma)

const profiled = profiler.startsWith('http') ? profileDevice({ profiler, tenant }) : Promise.resolve()
void profiled.finally(() => location.replace(next.startsWith('/') ? next : '/'))
