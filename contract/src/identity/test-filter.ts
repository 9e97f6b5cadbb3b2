import { z } from 'zod'

/** Rows of test people (`true`) or of all others, whom totals count. */
export const TestFilter = z.enum(['true', 'false'])
