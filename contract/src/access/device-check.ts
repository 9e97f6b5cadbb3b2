/** Page of its own that the profiler's script runs on, and on no other. */
export const deviceCheckPath = '/device-check'
/** Cookie of the server's that scripts may read: this browser is due for that page. */
export const deviceCheckCookie = 'cardamom-device-check'
/** The official library's cookie with the id of the last profile (product §3). */
export const profilingCookie = '__as_pid'
