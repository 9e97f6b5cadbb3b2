import { drawStatement } from './statement-draw.ts'
import { drawInThread } from './statement-thread.ts'

drawInThread(drawStatement)
