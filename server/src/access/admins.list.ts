import { listAdmins } from '@cardamom/contract/access/admins'
import { staffSource } from '../identity/staff.list.ts'
import { list } from '../kernel/list.ts'
import { adminRows } from './admin-row.ts'

/** Administrators and sellers of the companies that the reader may see. */
export const adminsList = list(listAdmins, {
  ...staffSource,
  items: (rows, { sql }) => adminRows(sql, rows),
  csv: {
    texts: 'admins',
    columns: ['name', 'email', 'type', 'companyName', 'status', 'lastActiveAt', 'createdAt'],
  },
})
