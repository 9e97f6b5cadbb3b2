import { profileDevice } from './profile-device.ts'

/**
 * The device check, a page that stands alone: of the product nothing else is loaded, because the profiler's script runs
 * here. The server filled in what it needs to know; it goes on to `next` whatever comes of it.
 */
const { profiler = '', tenant = '', next = '', hue = '', chroma = '' } = document.body.dataset

const root = document.documentElement.style
const scheme = localStorage.getItem('theme')
root.setProperty('color-scheme', scheme === 'light' || scheme === 'dark' ? scheme : 'light dark')
root.setProperty('--hue', hue)
root.setProperty('--chroma', chroma)

const profiled = profiler.startsWith('http') ? profileDevice({ profiler, tenant }) : Promise.resolve()
void profiled.finally(() => location.replace(next.startsWith('/') ? next : '/'))
