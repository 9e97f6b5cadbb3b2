/** The device check has its own page, and the profiler's script runs on that page only. */
export const deviceCheckPath = '/device-check'
/** Server cookie that scripts may read: this browser has to open the device check. */
export const deviceCheckCookie = 'cardamom-device-check'
/** Cookie of the official library, with the id of the last profile (product §3). */
export const profilingCookie = '__as_pid'
