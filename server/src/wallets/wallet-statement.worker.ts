import { drawInThread } from '../transactions/statement-thread.ts'
import { drawWalletStatement } from './wallet-statement-draw.ts'

drawInThread(drawWalletStatement)
