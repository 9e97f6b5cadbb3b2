import { drawInThread } from '../transactions/statement-thread.ts'
import { drawSettlement } from './settlement-file-draw.ts'

drawInThread(drawSettlement)
