import type { Kernel } from '../kernel/module.ts'
import { mountList } from '../kernel/mount-list.ts'
import { createUsersList } from './users.list.ts'

/** People of the cardholders' area, as administrators see them (product §2). */
export const mountUsers = (kernel: Kernel): void => {
  mountList(kernel, createUsersList(kernel))
}
