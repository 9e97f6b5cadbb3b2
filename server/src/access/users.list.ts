import { listUsers } from '@cardamom/contract/access/users'
import { createPeopleSource } from '../identity/people.list.ts'
import type { Kernel } from '../kernel/module.ts'
import { list } from '../kernel/list.ts'
import { userCells, userRowsOf } from './user-row.ts'

/** Cardholders and sellers of the companies that the reader may see. */
export const createUsersList = ({ encryption }: Pick<Kernel, 'encryption'>) =>
  list(listUsers, {
    ...createPeopleSource(encryption),
    items: (rows, { sql }) => userRowsOf(sql, rows),
    // A person whose name changes gets another position in the order.
    version: 'appUser.version',
    csv: {
      texts: 'users',
      columns: [
        'name',
        'email',
        'kind',
        'companyName',
        'status',
        'identity',
        'isTest',
        'lastActiveAt',
        'createdAt',
      ],
      cells: userCells,
    },
  })
